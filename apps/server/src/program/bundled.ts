import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { constants, Script } from 'node:vm';

// This runs before any other module and while bundling; it must not import other Tandem modules.

/**
 * Runs a bundle as `require` would, with a V8 code cache if there is one; returns its exports, and `code`, which
 * returns the code cache of all functions compiled so far. V8 compiles the bundle again if it rejects the cache.
 */
export function runBundle<Exports>(
  bundle: string,
  cachedData?: Buffer,
): { exports: Exports; code: () => Buffer } {
  // esbuild writes ASCII. Decoding it as latin1 lets Node read and compile it in half the time.
  const text = readFileSync(bundle, 'latin1');
  const script = new Script(`(function (module, exports, require, __filename, __dirname) {${text}\n})`, {
    filename: bundle,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module = { exports: {} as Exports };
  script.runInThisContext()(module, module.exports, createRequire(bundle), bundle, dirname(bundle));
  return { exports: module.exports, code: () => script.createCachedData() };
}
