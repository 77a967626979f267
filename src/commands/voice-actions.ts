/** What can follow /voice, and what is said to it. */
import { parseVoiceStart, startUsage, type VoicePowers, wordsIn } from "./voice-options.ts";

export async function runVoice(powers: VoicePowers, args: string, signal: AbortSignal): Promise<string> {
  const words = wordsIn(args);
  if (!words) return "Invalid command syntax";
  const [word = "", ...rest] = words;
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
  return action ? action(powers, rest, signal) : `Usage: ${startUsage}, /voice status or /voice stop`;
}

type Action = (
  powers: VoicePowers,
  words: readonly string[],
  signal: AbortSignal,
) => Promise<string> | string;

const actions: Readonly<Record<string, Action>> = {
  start(powers, words, signal) {
    const { options, error } = parseVoiceStart(words);
    return options ? powers.start(options, signal) : error;
  },
  status: (powers, _, signal) => powers.status(signal),
  stop: (powers, _, signal) => powers.stop(signal),
};
