import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
/** What is built, each with the packages that it refers to. */
const PROJECTS = ['apps/server', 'apps/bench'];
/** What this clone was last made ready with. It lies in node_modules and goes with it. */
const STAMP = join(ROOT, 'node_modules/.tandem-ready.json');

/**
 * Makes a clone ready to run: installs what is not installed and, if asked, builds what has changed.
 * Everything it says goes to standard error. Ends the process when it fails.
 */
export function makeReady({ build }) {
  checkNode();
  const stamp = readJson(STAMP) ?? {};
  // Native add-ons are built for one kind of Node on one kind of machine.
  const runtime = `${process.platform} ${process.arch} ${process.versions.modules}`;
  if (!isInstalled() || (stamp.runtime ?? runtime) !== runtime) install();
  const built = build ? builtFrom(stamp.built) : stamp.built;
  if (stamp.runtime === runtime && stamp.built === built) return;
  writeFileSync(STAMP, JSON.stringify({ runtime, built }));
}

function checkNode() {
  const needed = readJson(join(ROOT, 'package.json')).engines.node.match(/\d+/g).map(Number);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return;
  fail(`Tandem needs Node ${needed.join('.')} or newer; this is ${process.versions.node}.`);
}

/** Whether what npm noted down when it finished installing is what the lockfile asks for. */
function isInstalled() {
  const wanted = readJson(join(ROOT, 'package-lock.json'))?.packages;
  const present = readJson(join(ROOT, 'node_modules/.package-lock.json'))?.packages;
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = present[path];
    // Optional packages are for one platform or another, and missing on the rest.
    if (!found) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && (!entry.integrity || found.integrity === entry.integrity);
  });
}

function install() {
  say('Installing dependencies …');
  // Even where the environment leaves development dependencies out: the build needs TypeScript.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js')
    ? [process.execPath, [process.env.npm_execpath, ...args]]
    : ['npm', args];
  if (!succeeds(...npm)) fail('The dependencies could not be installed: npm ci failed.');
}

/** Builds unless the last build was of the same files and its results are still there; answers what is built now. */
function builtFrom(last) {
  // Taken before the build: a file that is saved while it runs is built the next time.
  const sources = fingerprint();
  const state = () => [sources, ...workspaces().filter(isBuilt)].join(' ');
  if (state() === last) return last;
  say('Building …');
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  if (!succeeds(process.execPath, [tsc, '-b', ...PROJECTS])) fail('The build failed.');
  return state();
}

/** Changes whenever a file that the build reads changes, comes or goes. Quick: TypeScript need not be loaded. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of ['tsconfig.json', 'package-lock.json', ...workspaces().flatMap(sourcesIn)]) {
    const { mtimeMs, size } = statSync(join(ROOT, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

function workspaces() {
  return ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${folder}/${entry.name}`),
  );
}

const isBuilt = (workspace) => existsSync(join(ROOT, workspace, 'dist/.tsbuildinfo'));

const NO_SOURCES = ['dist', 'node_modules'];

function sourcesIn(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NO_SOURCES.includes(entry.name) ? [] : sourcesIn(path);
    return /(?<!\.test)\.(ts|json)$/.test(path) ? [path] : [];
  });
}

/** Runs a program with everything that it says on standard error. */
function succeeds(program, args) {
  const { status, error } = spawnSync(program, args, { cwd: ROOT, stdio: ['ignore', 2, 2] });
  if (error) say(error.message);
  return status === 0;
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function say(message) {
  process.stderr.write(`${message}\n`);
}

function fail(message) {
  say(message);
  process.exit(1);
}
