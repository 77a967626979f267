/** What follows `/voice start`: the shared cases, and what else people write. */
import { describe, expect, it } from "vitest";
import { parseVoiceStart, wordsIn } from "../../src/commands/voice-options.ts";
import { readCases } from "../support/cases.ts";

interface LineCase {
  readonly id: string;
  readonly input: { readonly line: string };
  readonly expected: unknown;
}

const { title, absent, cases } = readCases("voice");
const lines = cases.filter((each): each is LineCase => typeof (each as LineCase).input?.line === "string");

function parse(line: string): unknown {
  const words = wordsIn(line);
  return words ? parseVoiceStart(words.slice(2)) : "Invalid command syntax";
}

describe.skipIf(absent)(title, () => {
  it.each(lines)("$id: $input.line", ({ input, expected }) => {
    expect(parse(input.line)).toEqual(expected);
  });
});

describe("the options of a session of speech", () => {
  it.each([
    ["LOOPBACK", { source: "loopback" }],
    [
      "--mic-device-name Blue Yeti Pro --chunk-seconds 5",
      { mic_device_name: "Blue Yeti Pro", chunk_seconds: 5 },
    ],
    ['microphone --mic-device-name "Blue Yeti"', { mic_device_name: "Blue Yeti" }],
    ["--mic-device-id hw:1,0 --utterance-end-ms 900", { mic_device_id: "hw:1,0", utterance_end_ms: 900 }],
  ])("are %s", (line, expected) => {
    expect(parse(`/voice start ${line}`)).toMatchObject({ options: expected, error: null });
  });

  it.each([
    ["speaker", "Voice source must be microphone or loopback"],
    ["--chunk-seconds", "Usage: /voice start ... --chunk-seconds <n>"],
    ["--chunk-seconds 0", "chunk-seconds must be 1 or more"],
    ["--endpointing-ms -1", "endpointing-ms must be 0 or more"],
    ["--chunk-seconds 1.5", "chunk-seconds must be an integer"],
    ["--mic-device-name --chunk-seconds 3", "Usage: /voice start ... --mic-device-name <name>"],
    ["--constructor x", expect.stringContaining("Usage: /voice start [microphone|loopback]")],
  ])("are not %s", (line, error) => {
    expect(parse(`/voice start ${line}`)).toEqual({ options: null, error });
  });
});

describe("words", () => {
  it.each([
    ["", []],
    ["  a  b ", ["a", "b"]],
    [`"a b" 'c "d"' e\\ f`, ["a b", 'c "d"', "e f"]],
    [`"a \\"b\\" \\n"x`, ['a "b" \\nx']],
    [`""`, [""]],
    ["a 'b", undefined],
    ["a\\", undefined],
  ])("of %j", (text, words) => {
    expect(wordsIn(text)).toEqual(words);
  });
});
