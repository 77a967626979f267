/** The contract of programs, for each kind of them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createAcp } from "../../src/backends/acp/acp-agent.ts";
import { createCliAgent } from "../../src/backends/cli/cli-agent.ts";
import { createCustom } from "../../src/backends/custom/load-custom.ts";
import type { BackendEvent } from "../../src/model/backend.ts";
import { root, scratch } from "../support/program.ts";
import { testHost } from "../support/program-host.ts";
import { describeProgramContract, type Script } from "./program-contract.ts";

describeProgramContract("a CLI agent", async ({ pieces, packets, delayMs = 0, end }) => {
  const folder = scratch();
  const kind = packets === "bytes" ? "bytes" : "out";
  const text = packets === undefined ? pieces : [pieces.join("")];
  const ends = { die: { signal: "SIGKILL" }, hang: { hang: 0 } };
  const steps = [{ wait: delayMs }, ...text.map((piece) => ({ [kind]: piece })), ...(end ? [ends[end]] : [])];
  writeFileSync(join(folder, "play"), JSON.stringify(steps));
  const host = testHost({ AGENT_LOG: join(folder, "log"), AGENT_PLAY: join(folder, "play") }, folder);
  return createCliAgent({ name: "mine", label: "mine", profile: "text", command: "myagent" }, host);
});

describeProgramContract("an agent on the protocol", (script) => {
  const host = testHost({ ACP_SCRIPT: JSON.stringify(script) }, root);
  const args = [join(root, "test/fixtures/acp/agent.mjs")];
  return createAcp({ name: "desk", label: "desk", command: process.execPath, args }, host);
});

describeProgramContract("a module", (script) =>
  createCustom({
    name: "own",
    label: "own",
    module: "own.mjs",
    load: async () => ({ stream: () => played(script) }),
  }),
);

async function* played({ pieces, delayMs = 0, end }: Script): AsyncGenerator<BackendEvent> {
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  for (const text of pieces) yield { type: "text", text };
  if (end === "die") throw new Error("out of luck");
  if (end === "hang") await new Promise(() => {});
  yield { type: "done", stop: "end" };
}
