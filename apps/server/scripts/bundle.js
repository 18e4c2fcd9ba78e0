import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { say } from './say.js';

/**
 * Puts what was built, and the libraries, into one file, and beside it the code that V8 makes of it: both load in a
 * third of the time. apps/server/src/load.ts takes it if it is of this build. Where that fails, the commands work as
 * well and begin later.
 */
export async function bundle(root) {
  const dist = join(root, 'apps/server/dist');
  try {
    const { bundleOf } = await import(urlOf(dist, 'build-state.js'));
    const file = bundleOf(root);
    if (existsSync(file)) return;
    // A running server has read all of it, and misses nothing.
    for (const name of readdirSync(dist)) if (name.startsWith('bundle-')) rmSync(join(dist, name));
    const { build } = await import(urlOf(root, 'node_modules/esbuild/lib/main.js'));
    const { codeOf, runBundle } = await import(urlOf(dist, 'bundled.js'));
    const unfinished = join(dist, `.${process.pid}.${basename(file)}`);
    await build({
      absWorkingDir: root,
      entryPoints: ['apps/server/dist/run.js'],
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
    // Of the file in its place: the code tells stacks where it came from.
    writeFileSync(unfinished, runBundle(file).code());
    renameSync(unfinished, codeOf(file));
  } catch (error) {
    say(`Commands will begin a little later, for they could not be put into one file: ${firstLine(error)}`);
  }
}

/** What modules ask for to find what lies beside them. */
const URL_OF_MODULE = `const urlOfBundle = require('node:url').pathToFileURL(__filename).href;`;

const urlOf = (...path) => pathToFileURL(join(...path)).href;

const firstLine = ({ message }) => String(message).split('\n')[0];
