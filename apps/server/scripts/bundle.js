import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { say } from './say.js';

/**
 * Puts what was built, and the libraries, into one file, which loads in half of the time; apps/server/src/load.ts
 * takes it if it is of this build. Where that fails, the commands work as well and begin later.
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
    const unfinished = join(dist, `.${basename(file)}.${process.pid}`);
    await build({
      absWorkingDir: root,
      entryPoints: ['apps/server/dist/run.js'],
      outfile: unfinished,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'silent',
      banner: { js: REQUIRE },
    });
    renameSync(unfinished, file);
  } catch (error) {
    say(`Commands will begin a little later, for they could not be put into one file: ${firstLine(error)}`);
  }
}

/** Some of the libraries are no ES modules, and ask for those of Node by this. */
const REQUIRE = `import { createRequire as requireOfBundle } from 'node:module';
const require = requireOfBundle(import.meta.url);`;

const urlOf = (...path) => pathToFileURL(join(...path)).href;

const firstLine = ({ message }) => String(message).split('\n')[0];
