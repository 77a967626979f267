/** An answer of the user's in the words of the protocol. */
import type {
  PermissionOption,
  PermissionOptionKind,
  RequestPermissionOutcome,
} from "@agentclientprotocol/sdk";
import type { Answer } from "../../model/question.ts";

/** In the order in which they are taken; none that allows more than was said. */
const kinds: Readonly<Record<Answer["verdict"], readonly PermissionOptionKind[]>> = {
  allow: ["allow_once"],
  session: ["allow_always", "allow_once"],
  always: ["allow_always", "allow_once"],
  deny: ["reject_once", "reject_always"],
};

/** Nobody's answer, or one that the agent does not offer, cancels. */
export function outcomeOf(
  answer: Answer | undefined,
  options: readonly PermissionOption[],
): RequestPermissionOutcome {
  const wanted = answer === undefined ? [] : kinds[answer.verdict];
  const option = wanted.flatMap((kind) => options.find((offered) => offered.kind === kind) ?? [])[0];
  return option ? { outcome: "selected", optionId: option.optionId } : { outcome: "cancelled" };
}
