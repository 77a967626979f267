#!/usr/bin/env node
/**
 * What is started: runs the program, with the code that V8 made of it in an earlier run where that can be believed, so
 * that the prompt is there at once. It must not know what the program does.
 */
import { join } from "node:path";
import { openBuiltCode } from "./loader/built-code.ts";
import { nodeName } from "./loader/node-name.ts";
import { openOwnCode } from "./loader/own-code.ts";
import { createScripts } from "./loader/scripts.ts";

/** Put in by the build: another one for every other bundle. */
declare const TREADLE_BUILD: string;

/** Nobody waits for anything by then. */
const keepAfterMs = 2000;

const directory = import.meta.dirname;
const { env, execArgv, version, arch, execPath } = process;
const node = nodeName({ version, arch, execPath, flags: [...execArgv, env.NODE_OPTIONS ?? ""] });
const built = openBuiltCode(directory, node);
const own = openOwnCode({
  cacheHome: env.XDG_CACHE_HOME,
  home: env.HOME,
  uid: process.getuid?.(),
  build: TREADLE_BUILD,
  node,
});
/** Node's own variable for the like. */
const isOff = Boolean(env.NODE_DISABLE_COMPILE_CACHE);

const scripts = createScripts({
  require,
  importModule: (url) => import(url),
  codeFor: (name) => (isOff ? undefined : (built.read(name) ?? own.read(name))),
});

/** For the build, which keeps there the code of a first run. */
export const { place } = built;
export const { compiled } = scripts;

scripts.load(join(directory, "program.js"));
if (!isOff && !scripts.wereCompiled() && !built.exists()) {
  setTimeout(() => void own.keep(compiled()), keepAfterMs).unref();
}
