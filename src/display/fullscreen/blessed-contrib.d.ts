/** The widgets of blessed-contrib that are loaded one by one: its own types know only all of them at once. */

declare module "blessed-contrib/lib/widget/charts/bar.js" {
  import type { Widgets } from "blessed";

  interface BarOptions extends Widgets.BoxOptions {
    readonly barWidth: number;
    readonly barSpacing: number;
    readonly xOffset: number;
    /** Not optional, whatever its documentation says: without it every bar has the height NaN. */
    readonly maxHeight: number;
    readonly barBgColor: string;
    readonly data: { readonly titles: readonly string[]; readonly data: readonly number[] };
  }
  const Bar: new (options: BarOptions) => Widgets.BoxElement;

  export = Bar;
}

declare module "blessed-contrib/lib/widget/charts/line.js" {
  import type { Widgets } from "blessed";

  interface LineOptions extends Omit<Widgets.BoxOptions, "style"> {
    readonly style: Widgets.BoxOptions["style"] & {
      readonly line: string;
      readonly text: string;
      readonly baseline: string;
    };
    readonly maxY: number;
    readonly numYLabels: number;
    readonly abbreviate: boolean;
    readonly data: readonly { readonly x: readonly string[]; readonly y: readonly number[] }[];
  }
  const Line: new (options: LineOptions) => Widgets.BoxElement;

  export = Line;
}

declare module "blessed-contrib/lib/widget/gauge.js" {
  import type { Widgets } from "blessed";

  /** `percent` up to 1 is taken for a share. */
  const Gauge: new (
    options: Widgets.BoxOptions & {
      readonly stroke: string;
      readonly fill: string;
      readonly percent: number;
    },
  ) => Widgets.BoxElement;

  export = Gauge;
}

declare module "blessed-contrib/lib/widget/sparkline.js" {
  import type { Widgets } from "blessed";

  const Sparkline: new (
    options: Widgets.BoxOptions & {
      readonly data: { readonly titles: readonly string[]; readonly data: readonly (readonly number[])[] };
    },
  ) => Widgets.BoxElement;

  export = Sparkline;
}
