/** `treadle spec`: checks a specification of agents, shows it, documents it, or writes it in the other syntax. */
import { basename, resolve } from "node:path";
import type { SpecAction, SpecInvocation } from "../config/invocation.ts";
import { isSpecificationName, shownPath } from "../config/paths.ts";
import { type FileSettings, readSettingsText } from "../config/settings-file.ts";
import { readSourceFile } from "../config/source-file.ts";
import { hideKeys } from "../config/spec/hide-keys.ts";
import { writeDocs } from "../config/spec/write-docs.ts";
import { writeProlog } from "../config/spec/write-prolog.ts";
import { writeYaml } from "../config/spec/write-yaml.ts";
import { sanitise } from "../view/sanitise.ts";
import { complain } from "./complain.ts";
import { exitCodes } from "./exit-code.ts";
import type { Host } from "./host.ts";

type Writer = (settings: FileSettings, file: string) => string;

const writers: Readonly<Record<SpecAction, Writer>> = {
  check: ({ layer, agents }, file) => `${file} is in order: ${counted(layer, agents.length)}.\n`,
  show: ({ written }) => writeYaml(hideKeys(written)),
  docs: ({ written }, file) => writeDocs(hideKeys(written), basename(file)),
  convert: ({ written }, file) => (file.endsWith(".pl") ? writeYaml(written) : writeProlog(written)),
};

export async function spec(host: Host, { action, file }: SpecInvocation): Promise<number> {
  const { cwd, home, env } = host;
  if (!isSpecificationName(file)) {
    return complain(host, [
      `A specification ends in .pl, .yaml, .yml or .json, not ${JSON.stringify(file)}.`,
    ]);
  }
  const name = shownPath(resolve(cwd, file), cwd, home);
  const reading = readSourceFile(resolve(cwd, file));
  if (reading.kind === "failed") return wrong(host, [`Cannot read ${name}: ${reading.reason}.`]);
  const settings = await readSettingsText({ name, text: reading.file.text, owner: { kind: "user", env } });
  if (settings.kind === "error") return wrong(host, settings.messages);
  complain(host, settings.notices);
  host.stdout.write(sanitise(writers[action](settings, name)));
  return exitCodes.ok;
}

function wrong(host: Host, messages: readonly string[]): number {
  complain(host, messages);
  return exitCodes.error;
}

function counted({ backends = {}, tools }: FileSettings["layer"], agents: number): string {
  const figures = [
    [Object.keys(backends).length, "backend"],
    [agents, "agent"],
    ...(tools === undefined ? [] : [[tools.length, "tool"] as const]),
  ] as const;
  return figures.map(([count, what]) => `${count} ${what}${count === 1 ? "" : "s"}`).join(", ");
}
