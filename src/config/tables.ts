/** The tables that help and man page tell of, together. Whoever writes them gets these as a value, and is loaded later. */
import { backendKeys } from "./backend-keys.ts";
import { environmentRows } from "./environment.ts";
import { exitMeanings } from "./exit-codes.ts";
import type { Row } from "./help-layout.ts";
import { fileRule } from "./keys.ts";
import type { Option } from "./option.ts";
import { options } from "./options.ts";
import type { Subcommand } from "./subcommand.ts";
import { subcommands } from "./subcommands.ts";

export interface Tables {
  readonly options: readonly Option[];
  readonly subcommands: readonly Subcommand[];
  readonly environment: readonly Row[];
  readonly exits: readonly Row[];
  readonly settings: () => readonly Row[];
}

export const tables: Tables = {
  options,
  subcommands,
  environment: environmentRows,
  exits: exitMeanings,
  settings: settingRows,
};

function settingRows(): readonly Row[] {
  const inBackend = Object.entries(backendKeys).map(
    ([key, entry]) => [`backends.NAME.${key}`, entry] as const,
  );
  return [...Object.entries(fileRule.keys), ...inBackend].map(([key, { description }]) => [key, description]);
}
