/** What the doctor found, as data, and how it is written: plain lines, or JSON for a program. */
import { jsonLine } from "../json-line.ts";

export interface Section {
  readonly title: string;
  readonly findings: readonly Finding[];
}

export interface Finding {
  readonly label: string;
  readonly value: string;
  /** What the user can do about it; absent where all is well. */
  readonly advice?: string | undefined;
}

export function reportAsText(sections: readonly Section[]): string {
  return sections.map(sectionAsText).join("\n");
}

function sectionAsText({ title, findings }: Section): string {
  const lines = findings.map(({ label, value, advice }) => {
    const remark = advice === undefined ? "" : `    -> ${advice}\n`;
    return `  ${label}: ${value}\n${remark}`;
  });
  return `${title}\n${lines.join("")}`;
}

export function reportAsJson(sections: readonly Section[]): string {
  const entries = sections.map(({ title, findings }) => [title, Object.fromEntries(findings.map(pair))]);
  const advice = sections.flatMap(({ findings }) => findings.flatMap((finding) => finding.advice ?? []));
  return jsonLine({ ...Object.fromEntries(entries), advice });
}

function pair({ label, value }: Finding): readonly [string, string] {
  return [label, value];
}
