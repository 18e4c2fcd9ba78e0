// Packs the packages that other programs can use into a folder, and prints how to install them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const TARBALLS = join(ROOT, 'tarballs');
/** Each package builds itself before it is packed; these are their dependencies. */
const FIRST = ['core', 'contract'];

// Removes packages of other versions, since all packages in the folder are installed together.
rmSync(TARBALLS, { recursive: true, force: true });
mkdirSync(TARBALLS);

const others = readdirSync(join(ROOT, 'packages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !FIRST.includes(entry.name))
  .map(({ name }) => name);
const packages = [...FIRST, ...others].map((name) => `packages/${name}`);
// The packages that talk to a server, for machines that do not run one.
packages.push('apps/cli');
process.stderr.write(`Building and packing ${packages.map((path) => path.split('/')[1]).join(', ')} …\n`);
// The packages' own scripts build them, even if this user's npm settings disable scripts.
const args = ['pack', '--silent', '--ignore-scripts=false', '--pack-destination', TARBALLS];
const { status, error } = spawnSync('npm', [...args, ...packages.map((path) => join(ROOT, path))], {
  cwd: ROOT,
  stdio: ['ignore', 2, 2],
});
if (error) process.stderr.write(`${error.message}\n`);
if (status !== 0) {
  process.stderr.write('The packages could not be packed: npm pack failed.\n');
  process.exit(1);
}
process.stdout.write(`\nIn the folder of your program:\n\n  npm install ${quoted(TARBALLS)}/*.tgz\n`);

/** A path quoted for a shell. */
function quoted(path) {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
