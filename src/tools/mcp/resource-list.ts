/** The resources of one server as they change. They may be many and change often: nobody is told. */
import {
  type DescribedResource,
  describeResources,
  describeTemplates,
  type ListedResource,
  type ListedTemplate,
} from "./described-resources.ts";

export interface ResourceList {
  take(listed: readonly ListedResource[]): void;
  takeTemplates(listed: readonly ListedTemplate[]): void;
  resources(): readonly DescribedResource[];
}

export function createResourceList(): ResourceList {
  let resources: readonly DescribedResource[] = [];
  let templates: readonly DescribedResource[] = [];
  return {
    take(listed) {
      resources = describeResources(listed);
    },
    takeTemplates(listed) {
      templates = describeTemplates(listed);
    },
    resources: () => [...resources, ...templates],
  };
}
