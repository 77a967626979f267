/** Texts of the conversation on their way to other programs: the clipboard, a pager. */
import type { PaperPowers } from "../commands/command.ts";
import type { Display } from "../display/display.ts";
import type { Host } from "./host.ts";

export interface PaperParts {
  readonly host: Host;
  readonly display: Pick<Display, "showText">;
  readonly say: (text: string) => void;
}

export function createPaper({ host, display, say }: PaperParts): PaperPowers {
  return {
    async copy(text) {
      const { copyText } = await import("./clipboard.ts");
      return copyText(host, text);
    },
    page: async (text) => (await display.showText?.(text, "pager")) ?? false,
    async show(text) {
      if (!display.showText || !(await display.showText(text, "plain"))) say(`${text}\n`);
    },
  };
}
