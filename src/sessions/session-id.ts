/** What a session may be called in the file system. */

/** Undefined when it may. */
export function sessionIdProblem(id: string): string | undefined {
  if (id.trim() === "") return "session id cannot be empty";
  if (id === "." || id === "..") return "session id cannot be '.' or '..'";
  if (/^[A-Za-z0-9._-]+$/.test(id)) return undefined;
  return "session id can only contain ASCII letters, numbers, '.', '-', '_'";
}
