/**
 * Runs the files of the bundle, which are CommonJS, with the code that V8 made of them in an earlier run where there is
 * some. It must not know where that is kept, nor what the files do.
 */
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";

export interface Scripts {
  /** What the file exports; it is run once. */
  load(file: string): unknown;
  /** Whether all files so far had code that this V8 takes. */
  wereCompiled(): boolean;
  /** What V8 has made by now of the files that were run, by their names. Takes some milliseconds. */
  compiled(): ReadonlyMap<string, Uint8Array>;
}

export interface ScriptsOptions {
  /** For all that is not in the bundle. */
  readonly require: (name: string) => unknown;
  /** Scripts cannot import modules themselves once their code comes from an earlier run. */
  readonly importModule: (url: string) => Promise<unknown>;
  /** V8 refuses code that another version made, or for another length of the source; it believes all else. */
  readonly codeFor: (name: string) => Buffer | undefined;
}

interface Module {
  exports: unknown;
}

type Body = (
  exports: unknown,
  require: (name: string) => unknown,
  module: Module,
  file: string,
  directory: string,
  importModule: ScriptsOptions["importModule"],
) => void;

const parameters = "exports,require,module,__filename,__dirname,importModule";

export function createScripts({ require, importModule, codeFor }: ScriptsOptions): Scripts {
  const modules = new Map<string, Module>();
  const scripts = new Map<string, Script>();
  let complete = true;

  function compile(file: string): Script {
    const name = basename(file);
    const script = new Script(`(function(${parameters}){${readFileSync(file, "utf8")}\n})`, {
      filename: file,
      cachedData: codeFor(name),
    });
    if (script.cachedDataRejected !== false) complete = false;
    scripts.set(name, script);
    return script;
  }

  function load(file: string): unknown {
    const known = modules.get(file);
    if (known) return known.exports;
    const module: Module = { exports: {} };
    modules.set(file, module);
    const directory = dirname(file);
    const requireFrom = (name: string) =>
      name.startsWith(".") ? load(join(directory, name)) : require(name);
    const body: Body = compile(file).runInThisContext();
    body(module.exports, requireFrom, module, file, directory, importModule);
    return module.exports;
  }

  return {
    load,
    wereCompiled: () => complete,
    compiled: () => new Map([...scripts].map(([name, script]) => [name, script.createCachedData()])),
  };
}
