/** What a task is doing, in a few words for a list. */
import type { Activity } from "../view/activity.ts";

export function doingText(activity: Activity): string {
  switch (activity.kind) {
    case "idle":
      return "starting";
    case "calling":
      return "calling the backend";
    case "compacting":
      return "compacting";
    case "working":
      return "working";
    case "streaming":
      return activity.thinking ? "thinking" : "answering";
    case "running":
      return `running ${activity.tools.map(({ title }) => title).join(", ")}`;
    case "retrying":
      return `waiting to try again (${activity.attempt} of ${activity.of})`;
    case "waiting":
      return "waiting for your answer";
  }
}
