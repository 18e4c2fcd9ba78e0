import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';
import { abort, endWithChildren, startGroup } from './children.js';
import { COMPILES_DRIVER, driverRuns, install, isDriverPlaced, readJson } from './install.js';
import { oneAtATime } from './one-at-a-time.js';
import { showProgress, withoutProgress } from './progress.js';
import { fail, say } from './say.js';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
/** The build targets, each with the packages that it depends on. */
const PROJECTS = ['apps/server', 'apps/bench'];
/** The build record: the SHA-256 of each source text. apps/server/src/program/build-state.ts reads it. */
const BUILT = join(ROOT, 'apps/server/dist/.sources.json');
/** The file of the web build that is written last. */
const PAGE = join(ROOT, 'apps/web/dist/index.html');
/** The record of the Node that this clone was last prepared for. It lives in node_modules and is deleted with it. */
const STAMP = join(ROOT, 'node_modules/.tandem-ready.json');

/**
 * Makes a clone ready to run: installs missing packages and, with `build`, builds changed sources and runs `meanwhile`.
 * Only one process at a time does so in a clone. Prints to standard error only. Ends the process on failure.
 *
 * @param {{ build: boolean, tools?: boolean, needsPage?: boolean, meanwhile?: () => Promise<void> }} asked `tools`:
 *   install what only tests need, too; `needsPage`: fail if the web application can't be built; `meanwhile`: work to do
 *   while SQLite is compiled
 */
export async function makeReady({ build, tools = false, needsPage = true, meanwhile }) {
  const leaveChildren = endWithChildren();
  try {
    checkNode();
    if (isReady(build, tools)) await meanwhile?.();
    else await ready({ build, tools, needsPage, meanwhile });
  } catch (error) {
    await abort(`${ROOT} could not be prepared: ${error.message}`);
  } finally {
    leaveChildren();
  }
}

/** Native add-ons are built for one platform, and the driver that is compiled here for one version of Node. */
const PLATFORM = `${process.platform} ${process.arch}`;
const RUNTIME = COMPILES_DRIVER ? `${PLATFORM} ${process.versions.modules}` : PLATFORM;

/** Whether there is nothing to do, as at nearly every start. */
function isReady(build, tools) {
  const { runtime, built } = readJson(STAMP) ?? {};
  return (
    runtime === RUNTIME &&
    isInstalled(tools) &&
    isDriverPlaced(ROOT) &&
    (!build || isBuiltAs(built, fingerprint()))
  );
}

async function ready({ build, tools: needsTools, needsPage, meanwhile }) {
  // A clone with the tools of tests keeps them when its packages are installed again.
  const tools = needsTools || existsSync(join(ROOT, 'node_modules/jest'));
  const letOthers = await oneAtATime(ROOT).catch(withoutLock);
  // Another process may have finished the work while this one waited.
  const stamp = readJson(STAMP) ?? {};
  const packages = !isInstalled(tools) || stamp.runtime?.startsWith(PLATFORM) === false;
  const driver = !isDriverPlaced(ROOT) || !isFor(stamp.runtime);
  const installing = packages || driver ? install(ROOT, { packages, tools }) : undefined;
  // Compiling SQLite keeps one core busy for a minute. Work that does not need it runs in parallel.
  await installing?.packages;
  const built = build ? await builtFrom(stamp.built, needsPage) : stamp.built;
  if (meanwhile) await withoutProgress(meanwhile);
  await installing?.driver;
  // Bundling runs the code once, including the database driver.
  if (built !== stamp.built) await bundle(ROOT);
  if (stamp.runtime !== RUNTIME || stamp.built !== built) {
    try {
      writeFileSync(STAMP, JSON.stringify({ runtime: RUNTIME, built }));
    } catch {
      // The next start checks again.
    }
  }
  letOthers();
}

/** Without write access to the clone no lock is taken: a ready clone runs, and otherwise the failing step reports why. */
function withoutLock(error) {
  if (!['EACCES', 'EPERM', 'EROFS', 'ENOTSUP', 'ENOSYS'].includes(error.code)) throw error;
  return () => undefined;
}

/** Whether the driver runs on this Node; it is tried if there is no record of it. */
const isFor = (noted) => (noted === undefined ? driverRuns(ROOT) : noted === RUNTIME);

function checkNode() {
  const needed = readJson(join(ROOT, 'package.json')).engines.node.match(/\d+/g).map(Number);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return;
  fail(`Tandem needs Node ${needed.join('.')} or newer; this is ${process.versions.node}.`);
}

/** Whether npm's record of the finished installation matches the lockfile. */
function isInstalled(tools) {
  const wanted = readJson(join(ROOT, 'package-lock.json'))?.packages;
  const present = readJson(join(ROOT, 'node_modules/.package-lock.json'))?.packages;
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || (entry.dev && !tools)) return true;
    const found = present[path];
    // Optional packages are platform-specific: most are missing.
    if (!found) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && (!entry.integrity || found.integrity === entry.integrity);
  });
}

/** How a program ended, and its output if it was kept. */
async function ended(child) {
  const pieces = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => pieces.push(piece));
  const [status] = await once(child, 'close');
  return { status, output: String(Buffer.concat(pieces)) };
}

/** The sources and outputs of a build. The web application is always one of them. */
const stateOf = (sources) => [sources, ...workspaces().filter(isBuilt)].join(' ');

const isBuiltAs = (built, sources) => built === stateOf(sources) && existsSync(BUILT) && existsSync(PAGE);

/**
 * Builds unless the last build used the same sources and its outputs still exist. Returns the new build record, or
 * undefined if the web application could not be built, which the next start retries.
 */
async function builtFrom(last, needsPage) {
  // Taken before the build, so that a file saved during the build is built again at the next start.
  const sources = fingerprint();
  if (isBuiltAs(last, sources)) return last;
  const startedAt = Date.now();
  const end = showProgress('Building');
  const page = buildPage();
  const texts = sourceFiles().map((file) => [file, digestOf(file)]);
  const tsc = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  // One thread uses half the CPU time of several, and takes hardly longer.
  const args = [tsc, '-b', '--singleThreaded', ...PROJECTS];
  const stdio = ['ignore', 'pipe', 2];
  const { status, output } = await ended(startGroup(process.execPath, args, { cwd: ROOT, stdio }));
  process.stderr.write(output);
  if (status !== 0) await abort(whyBuildFailed(output));
  const read = new Set(workspaces().flatMap(filesRead));
  const files = Object.fromEntries(texts.filter(([file]) => read.has(file)));
  writeFileSync(BUILT, JSON.stringify({ at: startedAt, files }));
  const problem = await page;
  const seconds = end();
  if (problem && needsPage) await abort(`${problem} To serve without it, set TANDEM_WEB=off.`);
  if (problem) say(problem);
  say(`Building: done in ${seconds} s.`);
  return problem ? undefined : stateOf(sources);
}

/** Builds the web application; returns a description of the failure, otherwise ''. */
async function buildPage() {
  const web = join(ROOT, 'apps/web');
  // Leftovers of interrupted builds.
  for (const name of existsSync(web) ? readdirSync(web) : []) {
    if (name.startsWith('.dist-')) rmSync(join(web, name), { recursive: true, force: true });
  }
  const made = join(web, `.dist-${process.pid}`);
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--logLevel', 'warn', '--outDir', made, 'apps/web'];
  const stdio = ['ignore', 'pipe', 'pipe'];
  const { status, output } = await ended(startGroup(process.execPath, args, { cwd: ROOT, stdio }));
  const place = dirname(PAGE);
  const before = `${made}-before`;
  // Moved into place when complete: a server may start at the same time.
  if (status === 0) {
    if (existsSync(place)) renameSync(place, before);
    renameSync(made, place);
  }
  for (const folder of [made, before]) rmSync(folder, { recursive: true, force: true });
  if (status === 0) return '';
  return `${output}The web page could not be built: see the lines above.`;
}

function whyBuildFailed(output) {
  if (/\bE(ACCES|PERM|ROFS)\b/.test(output)) {
    return `This user may not write to ${ROOT}. Run sudo chown -R "$(id -un)" ${ROOT}, then try again.`;
  }
  return `The build failed: see the lines above. If you changed nothing on purpose, git -C ${ROOT} status shows what differs.`;
}

/**
 * A fingerprint of the build inputs, which changes when a file is changed, added or removed. Fast, since TypeScript is
 * not loaded.
 */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of sourceFiles()) {
    const { mtimeMs, size } = statSync(join(ROOT, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

const sourceFiles = () => ['tsconfig.json', 'package-lock.json', ...workspaces().flatMap(sourcesIn)];

const digestOf = (file) =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, file)))
    .digest('hex');

/** The files that the compiler's build info lists for a workspace. */
function filesRead(workspace) {
  const { fileNames = [] } = readJson(join(ROOT, workspace, RECORD)) ?? {};
  return fileNames.map((name) => relative(ROOT, resolve(ROOT, workspace, 'dist', name)));
}

function workspaces() {
  return ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${folder}/${entry.name}`),
  );
}

/** The compiler's build info. */
const RECORD = 'dist/.tsbuildinfo';
const isBuilt = (workspace) => existsSync(join(ROOT, workspace, RECORD));

const NO_SOURCES = ['dist', 'node_modules', 'test-results'];

function sourcesIn(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NO_SOURCES.includes(entry.name) ? [] : sourcesIn(path);
    return /(?<!\.test)\.(tsx?|json|css|html|svg)$/.test(path) ? [path] : [];
  });
}
