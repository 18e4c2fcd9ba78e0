import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { constants, Script } from 'node:vm';

// It runs before anything else is loaded, and when a bundle is made: it imports nothing of ours.

/** Where the code lies that V8 has compiled of a bundle. Without it, or where V8 does not take it, V8 compiles anew. */
export const codeOf = (bundle: string): string => bundle.replace(/\.js$/, '.code');

/** Runs a bundle, as `require` would run it; returns what it exports, and the code that V8 has compiled until now. */
export function runBundle<Exports>(bundle: string): { exports: Exports; code: () => Buffer } {
  // esbuild writes ASCII, and a text of which Node knows that is read and compiled in half of the time.
  const text = readFileSync(bundle, 'latin1');
  const code = codeOf(bundle);
  const script = new Script(`(function (module, exports, require, __filename, __dirname) {${text}\n})`, {
    filename: bundle,
    cachedData: existsSync(code) ? readFileSync(code) : undefined,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module = { exports: {} as Exports };
  script.runInThisContext()(module, module.exports, createRequire(bundle), bundle, dirname(bundle));
  return { exports: module.exports, code: () => script.createCachedData() };
}
