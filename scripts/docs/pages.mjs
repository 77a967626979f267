// The pages that are made from the program, by name. Each is a function of the project's root.
import { dependenciesPage } from "./dependencies.mjs";

export const pages = {
  "docs/dependencies.md": dependenciesPage,
};
