import { existsSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { abort, startGroup } from './children.js';
import { say } from './say.js';
import { whyInstallFailed } from './why-install-failed.js';

const HEARTBEAT_MS = 15_000;
const LOOK_MS = 100;
/** The tail of npm's output that is kept; long enough to find the cause of a failure. */
const MAX_KEPT = 64 * 1024;

/**
 * Runs `npm ci` in a clone with progress messages; ends the process on failure. Leftovers of an interrupted
 * installation are removed first, since `stageOf` would take them for progress.
 */
export async function install(root) {
  removeContents(join(root, 'node_modules'));
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  say('Installing dependencies (one or two minutes, mostly to compile SQLite); the build follows …');
  const beat = setInterval(() => say(`  ${seconds()} s: ${stageOf(root)} …`), HEARTBEAT_MS);
  const { code, output } = await npmCi(root);
  clearInterval(beat);
  if (code === 0) say(`Installed in ${seconds()} s.`);
  else await abort(whyInstallFailed(output, { root, has, headers: headersOfNode() }));
}

/** Keeps the folder itself: it may be a link or a mount point. */
function removeContents(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

const UNPACKING = 'fetching and unpacking packages';

/** npm's current stage, as far as it can be seen from outside. */
function stageOf(root) {
  const driver = join(root, 'node_modules/better-sqlite3');
  if (existsSync(join(driver, 'build/Release/better_sqlite3.node'))) return 'finishing';
  if (existsSync(join(driver, 'build'))) return 'compiling SQLite';
  return UNPACKING;
}

/** Resolves when all packages are in place, though perhaps not compiled; at the latest when `installing` resolves. */
export async function unpacked(root, installing) {
  let over = false;
  const end = installing.finally(() => {
    over = true;
  });
  while (!over && stageOf(root) === UNPACKING) await Promise.race([end, sleep(LOOK_MS)]);
}

/** The npm that runs this script, otherwise the one on the PATH: a program and its first arguments. */
export const npm = () =>
  process.env.npm_execpath?.endsWith('npm-cli.js')
    ? [process.execPath, [process.env.npm_execpath]]
    : ['npm', []];

/** Runs `npm ci` with all output on standard error; returns its exit status and output. */
function npmCi(root) {
  // Overrides settings that omit development dependencies: the build needs TypeScript.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const [program, before] = npm();
  const child = startGroup(program, [...before, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      process.stderr.write(text);
      output = (output + text).slice(-MAX_KEPT);
    });
  }
  return new Promise((done) => {
    child.once('error', ({ code }) => {
      if (code !== 'ENOENT') return done({ code: 1, output: `npm error ${code}` });
      void abort('npm is not on the PATH. Install it with Node, from https://nodejs.org, then try again.');
    });
    child.once('close', (code) => done({ code, output }));
  });
}

const has = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** The folder of this Node's C++ headers, if they are installed with it. */
function headersOfNode() {
  const prefix = resolve(process.execPath, '../..');
  return existsSync(join(prefix, 'include/node/node.h')) ? prefix : null;
}
