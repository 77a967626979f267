/** What the doctor says about the sandbox for shell commands: whether it is wanted, and whether it works here. */
import type { Settings } from "../../model/settings.ts";
import { type Detected, detectSandbox } from "../../tools/sandbox/detect.ts";
import type { Host } from "../host.ts";
import type { Finding, Section } from "./report.ts";

export async function sandboxSection({ env, cwd }: Host, settings: Settings | undefined): Promise<Section> {
  const network = settings?.sandboxNetwork ?? false;
  const detected = await detectSandbox({ env, cwd, network });
  return {
    title: "Sandbox",
    findings: [
      { label: "shell commands", value: settings?.sandbox ? "run in it" : "run without it (see --sandbox)" },
      available(detected),
      ...(detected.kind === "none" ? [] : [{ label: "network", value: networkState(detected, network) }]),
    ],
  };
}

function available(detected: Detected): Finding {
  const label = "available";
  if (detected.kind === "none") {
    return { label, value: `no: ${detected.why}`, advice: `To have a sandbox, ${detected.advice}.` };
  }
  if (detected.kind === "bwrap") return { label, value: `bubblewrap, ${detected.program}` };
  return { label, value: `proot, ${detected.program}: hides your keys, but does not keep from writing` };
}

function networkState({ kind }: Detected, open: boolean): string {
  if (kind === "proot") return "open: proot cannot switch it off";
  return open ? "open" : "off";
}
