// Builds the packages that other programs can use, packs them into a folder, and says how to install them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const TARBALLS = join(ROOT, 'tarballs');
/** Each package builds itself before it is packed; these are what the others are built on. */
const FIRST = ['core', 'contract'];

// Nothing of an older version may be left beside them: all of them are installed at once.
rmSync(TARBALLS, { recursive: true, force: true });
mkdirSync(TARBALLS);

const others = readdirSync(join(ROOT, 'packages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !FIRST.includes(entry.name))
  .map(({ name }) => name);
const packages = [...FIRST, ...others].map((name) => `packages/${name}`);
// What speaks to a server, for machines that have none.
packages.push('apps/cli');
process.stderr.write(`Building and packing ${packages.map((path) => path.split('/')[1]).join(', ')} …\n`);
// The scripts are what builds them, whatever this user has told npm of the scripts of others.
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

/** A path as a shell takes it. */
function quoted(path) {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
