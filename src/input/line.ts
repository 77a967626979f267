/** Tells commands from conversation. A sentence is never a command, whatever word it begins with. */

export type Line =
  | { readonly kind: "empty" }
  | { readonly kind: "command"; readonly name: string; readonly args: string }
  /** For the shell: `!command` is shown, `!!command` is sent to the model too. */
  | { readonly kind: "shell"; readonly command: string; readonly send: boolean }
  | { readonly kind: "prompt"; readonly text: string };

const bareCommands = new Set(["exit", "quit", "clear"]);

export function parseLine(text: string): Line {
  const trimmed = text.trim();
  if (trimmed === "") return { kind: "empty" };
  if (bareCommands.has(trimmed.toLowerCase())) {
    return { kind: "command", name: trimmed.toLowerCase(), args: "" };
  }
  const [, marks, shell] = /^(!!?)(?!\s|!|$)(.*)$/s.exec(trimmed) ?? [];
  if (marks && shell) return { kind: "shell", command: shell, send: marks === "!!" };
  // A path such as /etc/hosts has a second slash, so it is not taken for a command.
  const match = /^\/([^\s/]+)(?:\s+(.*))?$/s.exec(trimmed);
  if (!match?.[1]) return { kind: "prompt", text: trimmed };
  return { kind: "command", name: match[1].toLowerCase(), args: match[2] ?? "" };
}
