// Packs the program that `npm install -g @tandem/server` installs, into tarballs/server.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from './install.js';
import { makeReady } from './make-ready.js';
import { fail } from './say.js';
import { writeServerPackage } from './server-package.js';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const TARBALLS = join(ROOT, 'tarballs/server');

await makeReady({ build: true });
rmSync(TARBALLS, { recursive: true, force: true });
mkdirSync(TARBALLS, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'tandem-server-'));
try {
  await writeServerPackage(ROOT, folder);
  const [program, before] = npm();
  const args = [...before, 'pack', '--silent', '--pack-destination', TARBALLS, folder];
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: ['ignore', 2, 2] });
  if (status !== 0) fail('The server could not be packed: npm pack failed.');
} finally {
  rmSync(folder, { recursive: true });
}
process.stdout.write(`npm install -g ${join(TARBALLS, readdirSync(TARBALLS)[0])}\n`);
