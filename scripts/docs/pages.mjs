// The pages that are made from the program, by name. Each is a function of the project's root.
import { dependenciesPage } from "./dependencies.mjs";
import { eventsPage } from "./events.mjs";
import { sessionsPage } from "./sessions.mjs";

export const pages = {
  "docs/dependencies.md": dependenciesPage,
  "docs/events.md": eventsPage,
  "docs/sessions.md": sessionsPage,
};
