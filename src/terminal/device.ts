/**
 * A terminal put together: keys come in, widgets go out. It must not know what is shown or what a key does. To be
 * loaded with `import()` only: it brings blessed along.
 */
import { createExpand } from "../terminfo/expand.ts";
import type { StringName } from "../terminfo/names.ts";
import type { Line } from "../terminfo/padding.ts";
import type { Entry } from "../terminfo/read.ts";
import { openScreen, type WidgetScreen } from "./blessed-adapter.ts";
import { createCharset } from "./charset.ts";
import type { Clock } from "./clock.ts";
import { type Colours, createColours } from "./colours.ts";
import { createFrameClock } from "./frame-clock.ts";
import { createKeyDecoder, escapeDelayOf, type KeyDecoder } from "./keys/decoder.ts";
import { type Key, keyLabel } from "./keys/key.ts";
import { keysOf } from "./keys/table.ts";
import { encodingOf, type Locale } from "./locale.ts";
import { createPainter } from "./painter.ts";
import type { Size } from "./size.ts";
import { openTty, type Tty, type TtyOptions } from "./tty.ts";

export interface DeviceOptions extends Pick<TtyOptions, "input" | "output" | "host" | "system" | "end"> {
  readonly entry: Entry;
  readonly clock: Clock;
  /** Of these LINES, COLUMNS, ESCDELAY, NO_COLOR and the locale are read. */
  readonly env: Locale & Readonly<Record<string, string | undefined>>;
  /** Nothing but ASCII, whatever the terminal can do. */
  readonly ascii?: boolean;
  /** Have the mouse reported, where the entry says how. */
  readonly mouse?: boolean;
  readonly listener: DeviceListener;
}

export interface DeviceListener {
  onKey(key: Key): void;
  onPaste(text: string, truncated: boolean): void;
  /** The wheel was turned so many times, up when negative. */
  onWheel(turns: number): void;
  /** The widgets have been laid out anew; also after a stop. */
  onResize(size: Size): void;
  /** Brings the widgets up to date, just before they are rendered. */
  beforeFrame(): void;
  /** The terminal was closed. */
  onEnd(): void;
}

export interface Device {
  readonly screen: WidgetScreen;
  readonly colours: Colours;
  readonly unicode: boolean;
  /** The labels of the keys that this terminal has. */
  readonly keys: ReadonlySet<string>;
  size(): Size;
  enter(): void;
  /** Something changed. `now`: the user waits for it. */
  refresh(now?: boolean): void;
  /** Sends everything again. */
  repaint(): void;
  suspend(): void;
  /** Gives the terminal away while another program has it. */
  outside<T>(run: () => T): T;
  leave(): void;
}

/** Text that streams in is read no faster; what the user waits for is painted at once. */
const framesPerSecond = 15;

export function openDevice(options: DeviceOptions): Device {
  const { entry, clock, env, ascii, listener } = options;
  const tty = openTty({ ...options, env: { LINES: env.LINES, COLUMNS: env.COLUMNS } });
  const expand = createExpand(entry, lineOf(tty));
  const charset = createCharset({ entry, locale: env, ascii });
  const colours = createColours(entry, { none: Boolean(env.NO_COLOR) });
  const size = tty.size();
  const painter = createPainter({ entry, expand, write: tty.write, ...size, charset, colours });
  const screen = openScreen({ ...size, paint: painter.paint });
  const frames = createFrameClock({
    clock,
    framesPerSecond,
    paint() {
      listener.beforeFrame();
      screen.render();
      return undefined;
    },
  });
  let keyDecoder = decoder();

  function decoder(): KeyDecoder {
    return createKeyDecoder({
      entry,
      clock,
      escapeDelayMs: escapeDelayOf(env.ESCDELAY),
      // What is typed has the terminal's encoding, even where nothing but ASCII is drawn.
      utf8: encodingOf(env).kind === "utf-8",
      onKey: (key) => listener.onKey(key),
      mouse: options.mouse,
      onPaste: (text, truncated) => listener.onPaste(text, truncated),
      onWheel: (turns) => listener.onWheel(turns),
    });
  }

  function send(capability: StringName | undefined, ...params: readonly number[]): void {
    if (capability !== undefined) tty.write(expand(capability, params) ?? []);
  }

  const modes = {
    enter() {
      painter.enter();
      send(keyDecoder.pasteMode?.on);
      send(keyDecoder.mouseMode?.capability, 1);
    },
    leave() {
      send(keyDecoder.mouseMode?.capability, 0);
      send(keyDecoder.pasteMode?.off);
      painter.leave();
    },
  };

  function resize(next: Size): void {
    painter.resize(next.columns, next.rows);
    screen.resize(next.columns, next.rows);
    listener.onResize(next);
    frames.request(true);
  }

  tty.onInput((bytes) => keyDecoder.push(bytes));
  tty.onEnd(() => listener.onEnd());
  tty.onResize(resize);
  tty.onResume((next) => {
    keyDecoder.end();
    keyDecoder = decoder();
    painter.invalidate();
    resize(next);
  });

  return {
    screen,
    colours,
    unicode: charset.encoding === "utf-8",
    keys: new Set(keysOf(entry).map(({ key }) => keyLabel(key))),
    size: tty.size,
    enter: () => tty.enter(modes),
    refresh: frames.request,
    repaint() {
      painter.invalidate();
      frames.request(true);
    },
    suspend: tty.suspend,
    outside(run) {
      tty.leave();
      try {
        return run();
      } finally {
        painter.invalidate();
        tty.enter(modes);
        resize(tty.size());
      }
    },
    leave() {
      frames.stop();
      keyDecoder.end();
      tty.leave();
      screen.destroy();
    },
  };
}

/** Most terminals need no padding, and then nobody has to wait for stty. */
function lineOf(tty: Tty): Line {
  return {
    get baud() {
      return tty.line().baud;
    },
    get flowControl() {
      return tty.line().flowControl;
    },
  };
}
