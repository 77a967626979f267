/** The process as the terminal's parts see it; Node's `process` is one. */

export type Host = Pick<NodeJS.EventEmitter, "prependListener" | "off" | "removeAllListeners" | "emit"> & {
  readonly pid: number;
  /** A pid of 0 means the whole process group. */
  kill(pid: number, signal: NodeJS.Signals): unknown;
  exit(code: number): void;
};

/** Listens before everyone else; the result ends that. */
export function listen<Args extends unknown[]>(
  host: Host,
  event: string,
  listener: (...args: Args) => void,
): () => void {
  host.prependListener(event, listener);
  return () => {
    host.off(event, listener);
  };
}
