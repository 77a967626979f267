/** What a subcommand is. The subcommands themselves are in a table. */
import type { Row } from "./help-layout.ts";
import type { Flags, Invocation } from "./invocation.ts";
import type { RunFlags } from "./option.ts";

export interface Subcommand {
  /** As it is typed: the first word, or an option. */
  readonly name: string;
  /** Its row in the help of the program. */
  readonly brief: Row;
  /** The options that it takes. */
  readonly options: readonly string[];
  /** It takes those of a chat as well. */
  readonly likeChat?: true;
  /** What its words may be, one after the other. */
  readonly words: readonly SubcommandWord[];
  /** `words` without the name; undefined where they are a prompt that begins like it. */
  readonly read: (words: readonly string[]) => Maker | undefined;
}

export type SubcommandWord = "file" | "directory" | "session" | readonly string[];

export type Maker = (given: Given) => Invocation;

export interface Given {
  readonly flags: Flags;
  readonly run: RunFlags;
}
