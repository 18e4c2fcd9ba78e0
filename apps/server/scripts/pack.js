// Packs the packages that other programs can use into a folder, and prints how to install them.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeReady } from './make-ready.js';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const TARBALLS = join(ROOT, 'tarballs');
const TSC = join(ROOT, 'node_modules/typescript-7/bin/tsc');

const PAGE = join(ROOT, 'apps/web/dist');

if (!existsSync(join(PAGE, 'index.html'))) await makeReady({ build: true });

// Removes packages of other versions, since all packages in the folder are installed together.
rmSync(TARBALLS, { recursive: true, force: true });
mkdirSync(TARBALLS);

const packages = readdirSync(join(ROOT, 'packages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `packages/${name}`);
// The packages that talk to a server, for machines that do not run one.
packages.push('apps/cli');
process.stderr.write(`Building and packing ${packages.map((path) => path.split('/')[1]).join(', ')} …\n`);
const folders = packages.map((path) => join(ROOT, path));
// Leftovers of other versions would be packed.
for (const folder of folders) rmSync(join(folder, 'dist'), { recursive: true, force: true });
run(process.execPath, [join(ROOT, 'packages/client/scripts/build.js')]);
run(process.execPath, [TSC, '-b', '--singleThreaded', ...folders]);
// The path is in packages/adapter-express/src/page.ts.
cpSync(PAGE, join(ROOT, 'packages/adapter-express/dist/page'), { recursive: true });
// No package builds itself again.
run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', TARBALLS, ...folders]);
process.stdout.write(`\nIn the folder of your program:\n\n  npm install ${quoted(TARBALLS)}/*.tgz\n`);

/** Runs a program, and ends this one if it fails. */
function run(program, args) {
  const { status, error } = spawnSync(program, args, { cwd: ROOT, stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  if (error) process.stderr.write(`${error.message}\n`);
  process.stderr.write(`The packages could not be packed: ${program} ${args[0]} failed.\n`);
  process.exit(1);
}

/** A path quoted for a shell. */
function quoted(path) {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
