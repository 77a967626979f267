import { describe, expect, it } from "vitest";
import { childEnv } from "../../src/tools/child-env.ts";

const isHandedOn = (name: string) => name in childEnv({ env: { [name]: "value" }, passEnv: [], secrets: [] });

describe("a variable whose name looks secret", () => {
  it.each([
    ...[
      "ANTHROPIC_API_KEY",
      "AWS_ACCESS_KEY_ID",
      "AWS_SECRET_ACCESS_KEY",
      "GITHUB_TOKEN",
      "GHTOKEN",
      "TOKEN2",
    ],
    ...[
      "PGPASSWORD",
      "MYSQL_PWD",
      "DB_PASS",
      "SECRETS",
      "GOOGLE_APPLICATION_CREDENTIALS",
      "DOCKER_AUTH_CONFIG",
    ],
    ...[
      "npm_config__authToken",
      "apiKey",
      "GITHUB_PAT",
      "SESSION_COOKIE",
      "my-secret",
      "OAUTH_ID",
      "X_KEY_1",
    ],
  ])("is dropped: %s", (name) => expect(isHandedOn(name)).toBe(false));

  it.each([
    ...[
      "PATH",
      "HOME",
      "PWD",
      "OLDPWD",
      "LANG",
      "SSH_AUTH_SOCK",
      "GIT_AUTHOR_NAME",
      "XAUTHORITY",
      "KEYBOARD",
    ],
    ...[
      "TOKENIZERS_PARALLELISM",
      "XDG_SESSION_ID",
      "DBUS_SESSION_BUS_ADDRESS",
      "GIT_CONFIG_KEY_0",
      "COMPASS",
    ],
  ])("is handed on if it only looks like it: %s", (name) => expect(isHandedOn(name)).toBe(true));
});

describe("childEnv", () => {
  const env = {
    PATH: "/bin",
    TERM: "xterm",
    FORCE_COLOR: "1",
    UNSET: undefined,
    MY_TOKEN: "t",
    INNOCENT: "sk-12345678",
    HEADER: "Bearer sk-12345678",
    SHORT: "abc",
    HOLDS_SHORT: "xabcx",
  };

  it("drops secret names and secret values, and sets a plain terminal", () => {
    expect(childEnv({ env, passEnv: [], secrets: ["sk-12345678", "abc", ""] })).toEqual({
      PATH: "/bin",
      HOLDS_SHORT: "xabcx",
      TERM: "dumb",
      NO_COLOR: "1",
      PAGER: "cat",
      GIT_PAGER: "cat",
      GIT_TERMINAL_PROMPT: "0",
    });
  });

  it("passes on what the user names, but never a secret value", () => {
    const passed = childEnv({ env, passEnv: ["MY_TOKEN", "INNOCENT"], secrets: ["sk-12345678"] });
    expect(passed.MY_TOKEN).toBe("t");
    expect(passed).not.toHaveProperty("INNOCENT");
  });
});
