/** Messages one after the other: what a notice brings about has happened before the next message is taken. */
import type { Transport } from "@modelcontextprotocol/client";

type Take = NonNullable<Transport["onmessage"]>;

/**
 * The client looks at notices a moment later and at answers at once. Where both arrive together, the last progress of a
 * call would come too late for anybody to listen.
 */
export function inTurn<T extends Transport>(transport: T): T {
  let before: Promise<unknown> = Promise.resolve();
  const taking =
    (take: Take): Take =>
    (message, extra) => {
      before = before.then(() => take(message, extra)).catch((error) => transport.onerror?.(error));
    };
  return new Proxy(transport, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" && key !== "onmessage" ? value.bind(target) : value;
    },
    set: (target, key, value) =>
      Reflect.set(target, key, key === "onmessage" && value ? taking(value) : value, target),
  });
}
