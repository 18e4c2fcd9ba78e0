import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { say } from './say.js';

/**
 * Bundles our compiled code and the libraries into one file, next to its V8 code cache; together they load in a third
 * of the time. apps/server/src/program/load.ts uses the bundle if it belongs to the current build. If bundling fails, the
 * commands still work but start more slowly.
 */
export async function bundle(root) {
  const dist = join(root, 'apps/server/dist');
  try {
    const { bundleOf } = await import(urlOf(dist, 'program/build-state.js'));
    const file = bundleOf(root);
    if (existsSync(file)) return;
    // A running server has already read the old bundle completely.
    for (const name of readdirSync(dist)) if (name.startsWith('bundle-')) rmSync(join(dist, name));
    const { build } = await import(urlOf(root, 'node_modules/esbuild/lib/main.js'));
    const { codeOf, runBundle } = await import(urlOf(dist, 'program/bundled.js'));
    const unfinished = join(dist, `.${process.pid}.${basename(file)}`);
    await build({
      absWorkingDir: root,
      entryPoints: ['apps/server/dist/program/run.js'],
      outfile: unfinished,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      logLevel: 'silent',
      banner: { js: URL_OF_MODULE },
      define: { 'import.meta.url': 'urlOfBundle' },
    });
    renameSync(unfinished, file);
    // V8 code caches hold the file name for stack traces, so the cache is made from the final path.
    writeFileSync(unfinished, runBundle(file).code());
    renameSync(unfinished, codeOf(file));
  } catch (error) {
    say(`Commands will start more slowly, because bundling failed: ${firstLine(error)}`);
  }
}

/** `import.meta.url` of the bundled modules, which they use to find files next to them. */
const URL_OF_MODULE = `const urlOfBundle = require('node:url').pathToFileURL(__filename).href;`;

const urlOf = (...path) => pathToFileURL(join(...path)).href;

const firstLine = ({ message }) => String(message).split('\n')[0];
