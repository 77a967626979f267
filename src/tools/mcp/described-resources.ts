/** What a server tells of its resources, made fit to be named after `@`. Trusts none of it; talks to nobody. */
import { oneLine } from "../tool.ts";
import { cleanText } from "./described-tools.ts";

/** As the protocol has it, as far as we look at it. */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
}

export interface ListedTemplate extends Omit<ListedResource, "uri"> {
  readonly uriTemplate: string;
}

export interface DescribedResource {
  readonly uri: string;
  /** By which it may be called as well. */
  readonly name: string;
  /** In one line. */
  readonly summary: string;
  /** With parts in braces that the user fills in. */
  readonly isTemplate?: true;
}

/** More than anyone looks through. */
const mostResources = 1000;
const longestUri = 2000;

export function describeResources(listed: readonly ListedResource[]): readonly DescribedResource[] {
  return listed
    .slice(0, mostResources)
    .filter(({ uri }) => canBeNamed(uri))
    .map((resource) => ({ uri: resource.uri, name: resource.name, summary: summaryOf(resource) }));
}

export function describeTemplates(listed: readonly ListedTemplate[]): readonly DescribedResource[] {
  return describeResources(listed.map(({ uriTemplate, ...more }) => ({ ...more, uri: uriTemplate }))).map(
    (template) => ({ ...template, isTemplate: true }),
  );
}

/** Nothing that is not seen, and not without end. */
function canBeNamed(uri: string): boolean {
  return uri.length <= longestUri && !/\p{C}/u.test(uri);
}

function summaryOf({ title, name, description }: Omit<ListedResource, "uri">): string {
  return oneLine(cleanText(title || description || name, 200), 80);
}
