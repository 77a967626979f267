/** Reads `ollama run`: plain text, after the reasoning of models that reason. */
import { createAnswerText } from "./answer-text.ts";
import { type OutputReader, type Outputs, reasoningOutput, textOutput } from "./output.ts";
import { createTextReader } from "./read-text.ts";

const opening = "Thinking...\n";
const closing = "\n...done thinking.";

export function createOllamaReader(): OutputReader {
  const plain = createTextReader({});
  const answer = createAnswerText({ withoutSpeaker: true });
  const reasoning = createAnswerText();
  let state: "beginning" | "thinking" | "answering" = "beginning";
  let kept = "";

  function take(text: string): Outputs {
    kept += text;
    if (state === "beginning") {
      if (opening.startsWith(kept)) return [];
      const thinks = kept.startsWith(opening);
      state = thinks ? "thinking" : "answering";
      if (thinks) kept = `\n${kept.slice(opening.length)}`;
    }
    if (state === "thinking") return think();
    return textOutput(answer.add(all()));
  }

  function think(): Outputs {
    const end = kept.indexOf(closing);
    if (end < 0) {
      const shown = kept.slice(0, -closing.length);
      kept = kept.slice(shown.length);
      return reasoningOutput(reasoning.add(shown));
    }
    state = "answering";
    const thought = reasoningOutput(reasoning.add(kept.slice(0, end)));
    kept = kept.slice(end + closing.length);
    return [...thought, ...textOutput(answer.add(all()))];
  }

  function all(): string {
    const text = kept;
    kept = "";
    return text;
  }

  const takeAll = (outputs: Outputs): Outputs =>
    outputs.flatMap((output) => (output.type === "text" ? take(output.text) : [output]));

  function rest(): Outputs {
    if (state === "thinking") return reasoningOutput(reasoning.add(all()));
    return [...textOutput(answer.add(all())), ...textOutput(answer.end())];
  }

  return {
    read: (text) => takeAll(plain.read(text)),
    end: () => [...takeAll(plain.end()), ...rest()],
    stray: () => "",
  };
}
