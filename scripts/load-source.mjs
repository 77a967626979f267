// Loads a file of src as a module: the oldest Node that builds cannot read TypeScript by itself.
import { build } from "rolldown";

export async function loadSource(file) {
  const { output } = await build({
    input: file,
    platform: "node",
    write: false,
    output: { format: "esm", codeSplitting: false },
  });
  const [{ code }] = output;
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}
