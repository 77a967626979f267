/** The spinner's line at its own pace: what it counts changes with every delta, but is not sent with every frame. */
import type { Activity } from "../../view/activity.ts";
import type { Line } from "../../view/line.ts";
import { frameMs, type SpinnerOptions, spinnerLine } from "../../view/spinner.ts";

/** The same line until the activity becomes another one, the spinner's next step is due, or the width changes. */
export function createPacedSpinner(): (activity: Activity, options: SpinnerOptions) => Line {
  let shown: Shown | undefined;
  return (activity, options) => {
    const { now, width } = options;
    const step = activity.kind === "idle" ? 0 : Math.floor((now - activity.since) / frameMs);
    if (shown?.step === step && shown.width === width && isSame(shown.activity, activity)) return shown.line;
    shown = { activity, step, width, line: spinnerLine(activity, options) };
    return shown.line;
  };
}

interface Shown {
  readonly activity: Activity;
  readonly step: number;
  readonly width: number;
  readonly line: Line;
}

/** But for how much has arrived. */
function isSame(one: Activity, other: Activity): boolean {
  if (one.kind !== "streaming" || other.kind !== "streaming") return one === other;
  return one.since === other.since && one.thinking === other.thinking;
}
