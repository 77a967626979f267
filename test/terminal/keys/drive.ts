/** A key decoder in the hand of a test: time is moved by the test, and what comes out is written down. */
import type { Clock } from "../../../src/terminal/keys/clock.ts";
import {
  createKeyDecoder,
  type KeyDecoder,
  type KeyDecoderOptions,
} from "../../../src/terminal/keys/decoder.ts";
import { type Key, keyLabel } from "../../../src/terminal/keys/key.ts";
import type { Entry } from "../../../src/terminfo/read.ts";
import { fixtureEntry } from "../../support/terminfo/fixture.ts";

export interface ManualClock extends Clock {
  advance(ms: number): void;
  pending(): number;
}

export function manualClock(): ManualClock {
  let now = 0;
  const timers = new Map<object, { readonly at: number; readonly run: () => void }>();
  return {
    after(ms, run) {
      const id = {};
      timers.set(id, { at: now + ms, run });
      return { cancel: () => void timers.delete(id) };
    },
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const [due] = [...timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at);
        if (due === undefined) {
          break;
        }
        const [id, { at, run }] = due;
        timers.delete(id);
        now = at;
        run();
      }
      now = until;
    },
    pending: () => timers.size,
  };
}

export interface Driven {
  readonly decoder: KeyDecoder;
  readonly clock: ManualClock;
  readonly keys: Key[];
  readonly pastes: { readonly text: string; readonly truncated: boolean }[];
  /** One read: bytes, one character each. */
  read(latin1: string): void;
  /** One read of text as UTF-8. */
  type(text: string): void;
  /** What came since the last call: labels, and pastes in quotation marks. */
  said(): readonly string[];
}

/** Without burst detection unless asked for: most tests are about keys. */
export function drive(entry: Entry | string, options: Partial<KeyDecoderOptions> = {}): Driven {
  const clock = manualClock();
  const keys: Key[] = [];
  const pastes: { text: string; truncated: boolean }[] = [];
  let said: string[] = [];
  const decoder = createKeyDecoder({
    entry: typeof entry === "string" ? fixtureEntry(entry) : entry,
    clock,
    pasteBurst: "off",
    onKey(key) {
      keys.push(key);
      said.push(keyLabel(key));
    },
    onPaste(text, truncated) {
      pastes.push({ text, truncated });
      said.push(JSON.stringify(text));
    },
    ...options,
  });
  return {
    decoder,
    clock,
    keys,
    pastes,
    read: (latin1) => decoder.push(Buffer.from(latin1, "latin1")),
    type: (text) => decoder.push(Buffer.from(text, "utf8")),
    said() {
      const all = said;
      said = [];
      return all;
    },
  };
}

/** All of it in these reads, then the end. */
export function labels(
  entry: Entry | string,
  reads: readonly string[],
  options: Partial<KeyDecoderOptions> = {},
) {
  const driven = drive(entry, options);
  for (const read of reads) {
    driven.read(read);
  }
  driven.decoder.end();
  return driven.said();
}

/** An entry that has nothing but these strings. */
export function entryWith(strings: Readonly<Record<string, string>>): Entry {
  return {
    ...fixtureEntry("dumb"),
    strings: new Map(Object.entries(strings)) as unknown as Entry["strings"],
  };
}
