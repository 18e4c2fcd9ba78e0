import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { abort, startGroup } from './children.js';
import { clearLine, showProgress } from './progress.js';
import { say } from './say.js';
import { whyInstallFailed } from './why-install-failed.js';

/** The tail of npm's output that is kept; long enough to find the cause of a failure. */
const MAX_KEPT = 64 * 1024;
/** The driver in the main lock file ships binaries and needs Node 22. Node 20 compiles the last version that it can run. */
export const COMPILES_DRIVER = Number.parseInt(process.versions.node, 10) < 22;
const OLD_DRIVER = 'drivers/node-20';
const DRIVER = 'node_modules/better-sqlite3';
/** Where the driver of the main lock file is kept while the older one has its place. */
const NEW_DRIVER = 'node_modules/.better-sqlite3-13';

/**
 * Installs what a clone lacks with progress messages; ends the process on failure. `packages`: all packages, otherwise
 * only the driver; `tools`: also what only tests need. The returned `packages` resolves when the build can begin, and
 * `driver` when the database driver is also ready.
 */
export function install(root, { packages, tools }) {
  const old = join(root, OLD_DRIVER);
  const installs = [];
  if (packages || !COMPILES_DRIVER) {
    // Leftovers of an interrupted installation.
    removeContents(join(root, 'node_modules'));
    installs.push(npmCi(root, 'Installing dependencies', root, tools ? '--include=dev' : '--omit=dev'));
  }
  const packagesDone = Promise.all(installs);
  if (COMPILES_DRIVER && !(isDriverOf(old, old) && driverRuns(old))) {
    installs.push(npmCi(root, 'Compiling SQLite for Node 20', old));
  }
  const driver = Promise.all(installs).then(() => placeDriver(root));
  // It may fail before it is awaited.
  driver.catch(() => undefined);
  return { packages: packagesDone, driver };
}

/** Whether the driver that a folder resolves runs on this Node. */
export function driverRuns(folder) {
  const trial = "new (require('better-sqlite3'))(':memory:')";
  return spawnSync(process.execPath, ['-e', trial], { cwd: folder, stdio: 'ignore' }).status === 0;
}

/** Keeps the folder itself: it may be a link or a mount point. */
function removeContents(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

function placeDriver(root) {
  const place = join(root, DRIVER);
  if (!COMPILES_DRIVER || lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  if (existsSync(place)) {
    rmSync(join(root, NEW_DRIVER), { recursive: true, force: true });
    renameSync(place, join(root, NEW_DRIVER));
  }
  symlinkSync(join('..', OLD_DRIVER, DRIVER), place);
}

/** Whether the driver in place has the version that its lock file wants. */
export const isDriverPlaced = (root) => isDriverOf(root, COMPILES_DRIVER ? join(root, OLD_DRIVER) : root);

function isDriverOf(folder, lockFolder) {
  const wanted = readJson(join(lockFolder, 'package-lock.json'))?.packages?.[DRIVER]?.version;
  return wanted !== undefined && readJson(join(folder, DRIVER, 'package.json'))?.version === wanted;
}

/** The folder of the driver that ships binaries; undefined if it is not installed. */
export const driverWithBinaries = (root) =>
  [NEW_DRIVER, DRIVER].map((path) => join(root, path)).find((path) => existsSync(join(path, 'prebuilds')));

/** The npm that runs this script, otherwise the one on the PATH: a program and its first arguments. */
export const npm = () =>
  process.env.npm_execpath?.endsWith('npm-cli.js')
    ? [process.execPath, [process.env.npm_execpath]]
    : ['npm', []];

/** Runs `npm ci` in a folder with all output on standard error; ends the process on failure. */
async function npmCi(root, what, folder, ...options) {
  const end = showProgress(what);
  const { code, output } = await ended(folder, options);
  const seconds = end();
  if (code !== 0) await abort(whyInstallFailed(output, { root, has, headers: headersOfNode() }));
  say(`${what}: done in ${seconds} s.`);
}

function ended(folder, options) {
  const args = ['ci', ...options, '--no-audit', '--no-fund', '--loglevel=error'];
  const [program, before] = npm();
  // Not the folder of the npm that runs this script.
  const env = { ...process.env, npm_config_local_prefix: folder };
  const child = startGroup(program, [...before, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      clearLine();
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

/** undefined if the file is missing or not valid JSON. */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
