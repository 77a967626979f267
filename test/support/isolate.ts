/** Runs before every test file: no test may see the user's home, keys or terminal settings. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const home = mkdtempSync(join(tmpdir(), "treadle-home-"));
for (const name of Object.keys(process.env)) {
  if (/^(XDG_|TREADLE_(?!CASES)|ANTHROPIC_|OPENAI_|OLLAMA_)|_API_KEY$|^(NO_COLOR|INSIDE_EMACS)$/.test(name)) {
    delete process.env[name];
  }
}
process.env.HOME = home;
