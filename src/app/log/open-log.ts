/** The log as the settings want it. Nothing is opened before there is something to write. */
import { logPath } from "../../config/paths.ts";
import type { Settings } from "../../model/settings.ts";
import type { Redact } from "../../text/redact.ts";
import type { Host } from "../host.ts";
import { createLog, type Log, noLog } from "./log.ts";
import { createFileSink, createStreamSink } from "./log-sinks.ts";

export function openLog(
  host: Host,
  settings: Settings,
  { record, redact }: { readonly record: boolean; readonly redact: Redact },
): Log {
  const { logLevel: level, logFile, logStderr } = settings;
  if (level === "off") return noLog;
  const path = record || logFile !== undefined ? logPath(host, logFile) : undefined;
  return createLog({
    ...{ level, redact, now: host.now },
    ...(path !== undefined && { file: { path, sink: createFileSink(path) } }),
    ...(logStderr && { stderr: createStreamSink(host.stderr) }),
  });
}
