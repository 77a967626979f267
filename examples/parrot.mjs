// A backend: it repeats what it hears, and asks for a tool when it hears "look". `settings` are those of
// `backends.parrot`; a request has the messages, the tools on offer, the system prompt and more.
export function createBackend(settings) {
  return {
    model: settings.model ?? "green",
    async *stream({ messages }) {
      const last = messages.at(-1);
      if (last.role === "user" && last.text.includes("look")) {
        const call = { id: `look-${messages.length}`, name: "bash", input: { command: "ls" } };
        yield { type: "tool-call", call };
        yield { type: "done", stop: "tool-use" };
        return;
      }
      const heard = last.role === "tool" ? last.result.output : last.text;
      for (const word of heard.split(/(?<= )/)) yield { type: "text", text: word };
      yield { type: "usage", usage: { input: 1, output: heard.length, cacheRead: 0, cacheWrite: 0 } };
      yield { type: "done", stop: "end" };
    },
  };
}
