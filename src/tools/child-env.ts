/** Which environment variables a tool's child process gets. Pure; the environment is an argument. */

interface ChildEnvOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Handed on although their names look like secrets. */
  readonly passEnv: readonly string[];
  /** Values that are never handed on, under whatever name, not even through `passEnv`. */
  readonly secrets: readonly string[];
}

export function childEnv(options: ChildEnvOptions): Record<string, string> {
  const pass = new Set(options.passEnv);
  const secrets = options.secrets.filter((secret) => secret !== "");
  const kept = Object.entries(options.env).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || dropped.has(name)) return [];
    if (looksSecret(name) && !pass.has(name)) return [];
    if (secrets.some((secret) => holdsSecret(value, secret))) return [];
    return [[name, value]];
  });
  return { ...Object.fromEntries(kept), ...plainTerminal };
}

/** Whether one of the words in a variable's name says that its value is a secret. */
export function looksSecret(name: string): boolean {
  if (harmless.test(name)) return false;
  return wordsOf(name).some((word) => secretEnding.test(word) || secretWords.has(word));
}

/** No colours, no pager, no question on the terminal: a child has none. */
const plainTerminal = {
  TERM: "dumb",
  NO_COLOR: "1",
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
};

/** They would overrule NO_COLOR. */
const dropped: ReadonlySet<string> = new Set(["FORCE_COLOR", "CLICOLOR_FORCE"]);

/** TOKEN, GITHUBTOKEN, PASSWORDS; but not TOKENIZERS, KEYBOARD or AUTHOR. */
const secretEnding = /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|OAUTH)S?$/;
const secretWords: ReadonlySet<string> = new Set([
  ...["AUTH", "AUTHORIZATION", "BEARER", "COOKIE", "COOKIES", "CRED", "CREDS"],
  ...["JWT", "PASS", "PAT", "PRIVATE", "PW", "PWD"],
]);

/**
 * SSH_AUTH_SOCK is the path of a socket, not a secret, and without it `git push` over ssh fails. PWD is the working
 * directory. git refuses to start when GIT_CONFIG_COUNT promises a key that is missing.
 */
const harmless = /^(SSH_AUTH_SOCK|PWD|GIT_CONFIG_KEY_\d+)$/;

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toUpperCase()
    .split(/[^A-Z]+/);
}

/** A short secret could be part of anything, so only a long one is looked for inside a value (a header, a URL). */
function holdsSecret(value: string, secret: string): boolean {
  return value === secret || (secret.length >= 8 && value.includes(secret));
}
