/**
 * The terminal as a device: raw mode, size, bytes in and out, and giving it back as it was, however the process
 * ends. It must not know what the bytes mean.
 */
import type { Piece } from "../terminfo/padding.ts";
import type { Entry } from "../terminfo/read.ts";
import type { Clock } from "./clock.ts";
import { coalesce } from "./coalesce.ts";
import { type Guard, startGuard } from "./guard.ts";
import type { Host } from "./host.ts";
import { describeLine, type KnownLine } from "./line-speed.ts";
import { createListeners, type Subscribe } from "./listeners.ts";
import { createOutputQueue } from "./output-queue.ts";
import { type Ending, endProcess } from "./restore.ts";
import { chooseSize, type Size, type SizeSources } from "./size.ts";
import { createHold, type Modes, type RawInput } from "./tty-hold.ts";
import { followInput } from "./tty-input.ts";
import type { TtySystem } from "./tty-system.ts";

export interface Tty {
  size(): Size;
  /** Asks stty the first time, which takes some milliseconds. */
  line(): KnownLine;
  /** At most one call in 50 ms; the last one tells the final size. */
  readonly onResize: Subscribe<Size>;
  /** Keys as bytes; ^C, ^Z and ^\ too, for in raw mode they send no signal. */
  readonly onInput: Subscribe<Uint8Array>;
  /** No more input will come: the terminal was closed. */
  readonly onEnd: Subscribe<void>;
  /** The process was stopped and goes on; `enter` was called again, so all is to be painted, perhaps at a new size. */
  readonly onResume: Subscribe<Size>;
  /**
   * Keeps the order, also across calls, and blocks while the terminal takes no more. `done` is told how long it
   * took; it may be called before this returns. Nothing is sent while the terminal is not ours.
   */
  write(pieces: readonly Piece[], done?: (tookMs: number) => void): void;
  /** Takes the terminal; whatever ends the process from now on gives it back. */
  enter(modes: Modes): void;
  /** Gives the terminal back; harmless when that was done. */
  leave(): void;
  /** For ^Z: gives the terminal back, stops the process, and takes the terminal again when it goes on. */
  suspend(): void;
}

export interface TtyOptions {
  readonly input: Pick<NodeJS.EventEmitter, "on"> & RawInput;
  readonly output: Pick<NodeJS.EventEmitter, "on" | "off"> & SizeSources["reported"];
  readonly host: Host;
  readonly system: TtySystem;
  readonly clock: Clock;
  readonly env: SizeSources["env"];
  readonly entry: Entry;
  /**
   * What happens after a signal or an error gave the terminal back; it must see to it that the process ends.
   * By default it ends as it would have without us.
   */
  readonly end?: ((how: Ending) => void) | undefined;
}

const resizeSpanMs = 50;

export function openTty(options: TtyOptions): Tty {
  const { input, output, host, system, clock, env, entry } = options;
  const { end = (how) => endProcess(host, system.report, how) } = options;
  const queue = createOutputQueue({ send: system.send, clock, sleep: system.sleep });
  const hold = createHold({ input, queue, stty: system.stty, wantsFlowControl });
  const resized = createListeners<Size>();
  const resumed = createListeners<Size>();
  const resizes = coalesce(clock, resizeSpanMs, () => resized.tell(size()));
  let knownLine: KnownLine | undefined;
  let guard: Guard | undefined;
  output.on("resize", resizes.call);
  host.prependListener("exit", system.abandon);

  function size(): Size {
    return chooseSize({ reported: output, env, entry });
  }

  function line(): KnownLine {
    knownLine ??= describeLine(system.stty(["-a"]), entry);
    return knownLine;
  }

  function wantsFlowControl(): boolean {
    return entry.flags.has("xon") && line().flowControl;
  }

  function resume(modes: Modes): void {
    // A stopped process hears of no new size; Node's stream asks for it when this is told.
    host.emit("SIGWINCH");
    hold.take(modes);
    resumed.tell(size());
  }

  return {
    ...followInput(input, output),
    size,
    line,
    onResize: resized.subscribe,
    onResume: resumed.subscribe,
    write: hold.write,
    enter: (modes) => {
      if (guard !== undefined) return;
      const release = () => hold.release(modes);
      guard = startGuard({ host, clock, release, resume: () => resume(modes), end });
      hold.take(modes);
    },
    leave: () => {
      const ending = guard;
      guard = undefined;
      ending?.end();
    },
    suspend: () => guard?.suspend(),
  };
}
