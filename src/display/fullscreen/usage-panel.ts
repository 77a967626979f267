/** The panel of /usage: charts, which are loaded when it is first opened, and lines where there is no room for them. */
import type { Envelope } from "../../model/event.ts";
import type { Usage } from "../../model/usage.ts";
import type { WidgetScreen } from "../../terminal/blessed-adapter.ts";
import { type Line, span } from "../../view/line.ts";
import { type SafeText, safeText } from "../../view/sanitise.ts";
import { noSamples, reduceUsage } from "../../view/usage-samples.ts";
import { totalsLine, usageText } from "../../view/usage-text.ts";
import { clipLine } from "../../view/wrap.ts";
import { type PagedOverlay, pagesOverlay } from "./overlay.ts";
import type { Styles } from "./styles.ts";
import type { UsageCharts } from "./usage-charts.ts";
import { chartNames, placeCharts, screensOf } from "./usage-places.ts";

export interface UsagePricing {
  /** In dollars; undefined where the price is unknown. */
  readonly costOf: (usage: Usage) => number | undefined;
  /** How many tokens the model takes, where that is known. */
  readonly contextWindow: number | undefined;
}

export interface UsagePanel {
  readonly overlay: PagedOverlay;
  record(envelope: Envelope): void;
  /** To be called after the overlay's lines were asked for, for every frame. */
  draw(open: boolean): void;
}

export interface UsagePanelOptions {
  readonly screen: WidgetScreen;
  readonly styles: () => Styles;
  readonly pricing: UsagePricing;
  readonly refresh: () => void;
}

export function createUsagePanel(options: UsagePanelOptions): UsagePanel {
  const { pricing, refresh } = options;
  let usage = noSamples;
  let charts: UsageCharts | undefined;
  let loading = false;
  let failed = false;
  let page = 0;
  let size = { columns: 0, rows: 0 };
  const text = pagesOverlay((width) => textLines(width));

  function textLines(width: number): readonly Line[] {
    const { contextWindow } = pricing;
    return usageText(usage, { width, contextWindow, rows: usage.samples.length }).map((line) =>
      clipLine([span("text", line)], width),
    );
  }

  const screens = () => (failed || usage.count === 0 ? 0 : screensOf(size));

  function load(): void {
    if (loading) return;
    loading = true;
    import("./usage-charts.ts").then(
      ({ createUsageCharts }) => {
        charts = createUsageCharts(options);
        refresh();
      },
      () => {
        failed = true;
        refresh();
      },
    );
  }

  function frameLines(width: number, height: number): readonly Line[] {
    const head = clipLine([span("strong", totalsLine(usage))], width);
    const foot = clipLine([span("muted", footText(page, screens()))], width);
    return [head, ...Array.from({ length: height - 2 }, (): Line => []), foot];
  }

  return {
    overlay: {
      wantedRows: () => Number.MAX_SAFE_INTEGER,
      lines(width, height) {
        size = { columns: width, rows: height };
        return screens() === 0 ? text.lines(width, height) : frameLines(width, height);
      },
      turn(pages) {
        const count = screens();
        if (count === 0) return text.turn(pages);
        page = (page + pages + count) % count;
      },
    },
    record(envelope) {
      usage = reduceUsage(usage, envelope, pricing.costOf);
    },
    draw(open) {
      const count = open ? screens() : 0;
      if (count === 0) return charts?.hide();
      load();
      page = Math.min(page, count - 1);
      charts?.show(placeCharts(size, page), usage, pricing.contextWindow);
    },
  };
}

function footText(page: number, screens: number): SafeText {
  if (screens === 1) return safeText`-- any key closes --`;
  return safeText`-- ${page + 1} of ${chartNames.length}; Space: next, else close --`;
}
