/** What of the system a backend needs to run programs. The application passes the real one. */

export interface ProgramHost {
  readonly cwd: string;
  /** For a child: nothing that looks like a secret but these variables, and a terminal that can do nothing. */
  childEnv(keys: readonly string[]): Promise<Readonly<Record<string, string>>>;
  /** Signals a whole process group; whether there was anything to signal. */
  kill(group: number, signal: "SIGTERM" | "SIGKILL"): boolean;
  after(ms: number, act: () => void): { cancel(): void };
}
