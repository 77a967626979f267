/** Templates: those that come with the program, and the user's own, read from files each time. */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { splitFrontMatter } from "../config/front-matter.ts";
import { parseTemplateCall, renderTemplate, type Template, templateUsage } from "../input/template.ts";
import { builtInTemplates } from "../input/template-table.ts";
import type { Filled } from "./shortcuts.ts";
import { readSmall } from "./small-file.ts";

/** Without a folder there are only the built-in ones. */
export function templatesIn(folder: string | undefined): readonly Template[] {
  const mine = folder === undefined ? [] : readTemplates(folder);
  const names = new Set(mine.map(({ name }) => name));
  return [...builtInTemplates.filter(({ name }) => !names.has(name)), ...mine];
}

/** Undefined where the text is none of a template: then it is meant as it is. */
export function fillTemplate(text: string, templates: readonly Template[]): Filled | undefined {
  const call = parseTemplateCall(text);
  const template = call && templates.find(({ name }) => name === call.name);
  if (!call || !template) return undefined;
  const rendered = renderTemplate(template, call);
  if (rendered.kind === "text") return { kind: "prompt", text: rendered.text };
  const message = `@${call.name} lacks ${rendered.names.join(" and ")}: ${templateUsage(template)}`;
  return { kind: "problem", message };
}

function readTemplates(folder: string): readonly Template[] {
  return namesIn(folder).flatMap((file) => {
    const text = readSmall(join(folder, file));
    if (text === undefined) return [];
    const { front = "", body } = splitFrontMatter(text);
    const description = /^description:[ \t]*(.+)$/m.exec(front)?.[1];
    return [{ name: basename(file, ".md"), text: body.trim(), ...(description && { description }) }];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^[A-Za-z][\w-]*\.md$/.test(name));
  } catch {
    return [];
  }
}
