/** Files that by their names may hold passwords or keys, wherever they lie. */
import { basename } from "node:path";
import type { PathNames } from "./path-policy.ts";

const names = [
  /^\.env(?:rc|\..+)?$/i,
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|gpg|asc)$/i,
  /^id_(?:rsa|dsa|ecdsa|ed25519)/i,
  /^\.(?:netrc|npmrc|pypirc|pgpass|htpasswd|git-credentials|dockercfg)/i,
  /^(?:credentials|secrets?)(?:\.\w+)?$/i,
];

/** What is given away as an example holds none. */
const example = /\.(?:example|sample|template|dist)$/i;

const directories = /\/\.(?:ssh|gnupg|aws|azure|kube|docker)\//i;

export function mayHoldSecrets({ lexical, real }: PathNames): boolean {
  return [lexical, real].some((path) => {
    const name = basename(path);
    return directories.test(path) || (!example.test(name) && names.some((pattern) => pattern.test(name)));
  });
}
