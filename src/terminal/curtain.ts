/** Shows and hides the cursor, and hides it while a big frame is drawn. It must not know what is drawn. */
import { extendedName } from "../terminfo/names.ts";
import type { Brush } from "./brush.ts";

export interface Curtain {
  /** The cursor is seen from now on, or not. */
  show(visible: boolean): void;
  /** Puts what waits in the writer between a begin and an end, if it is much. */
  enclose(): void;
}

/** In bytes. */
const bigFrame = 256;
const sync = extendedName("Sync");
const [syncBegin, syncEnd] = [1, 2];

export function createCurtain({ capabilities, writer }: Brush): Curtain {
  const canHide = writer.cost("civis") + writer.cost("cnorm") < Number.POSITIVE_INFINITY;
  let visible = true;
  let wasVisible = true;

  return {
    show(wanted) {
      if (canHide && visible !== wanted) {
        writer.put(wanted ? "cnorm" : "civis");
        visible = wanted;
      }
    },
    enclose() {
      const isBig = writer.pending > bigFrame;
      if (isBig && canHide && visible && wasVisible) {
        writer.prepend(() => writer.put("civis"));
        writer.put("cnorm");
      }
      if (isBig && capabilities.has(sync)) {
        writer.prepend(() => writer.put(sync, [syncBegin]));
        writer.put(sync, [syncEnd]);
      }
      wasVisible = visible;
    },
  };
}
