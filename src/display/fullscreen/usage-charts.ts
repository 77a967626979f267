/**
 * The charts of the usage, drawn by blessed-contrib in marker colours, which become the theme's attributes cell by
 * cell. To be loaded with `import()` only: it brings the chart widgets along.
 */
import type { Widgets } from "blessed";
import type { WidgetScreen } from "../../terminal/blessed-adapter.ts";
import type { Box } from "../../terminal/blessed-types.ts";
import type { UsageSamples } from "../../view/usage-samples.ts";
import type { Styles } from "./styles.ts";
import { chartWidget } from "./usage-chart-widgets.ts";
import type { Place } from "./usage-places.ts";
import { repaint } from "./usage-repaint.ts";

export interface UsageCharts {
  show(places: readonly Place[], usage: UsageSamples, contextWindow: number | undefined): void;
  hide(): void;
}

export interface UsageChartsOptions {
  readonly screen: WidgetScreen;
  readonly styles: () => Styles;
}

/** The widgets cannot be resized, so they are made anew whenever something is different. */
export function createUsageCharts({ screen: { root }, styles }: UsageChartsOptions): UsageCharts {
  let widgets: readonly Widgets.BoxElement[] = [];
  let shown = "";

  function hide(): void {
    for (const widget of widgets) widget.destroy();
    widgets = [];
    shown = "";
  }

  function append(widget: Widgets.BoxElement): void {
    const box = widget as unknown as Box;
    const { render } = box;
    box.render = () => {
      const coords = render.call(box);
      if (coords) repaint(root.lines, coords, styles());
      return coords;
    };
    root.append(widget);
  }

  return {
    show(places, usage, contextWindow) {
      const wanted = JSON.stringify([places, usage.count]);
      if (wanted === shown) return;
      hide();
      widgets = places.map((place) => chartWidget(place, usage, contextWindow));
      widgets.forEach(append);
      shown = wanted;
    },
    hide,
  };
}
