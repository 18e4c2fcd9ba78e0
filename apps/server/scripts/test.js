// `npm test`: installs, builds and checks changed sources, and runs all tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from './install.js';
import { makeReady } from './make-ready.js';
import { showProgress } from './progress.js';
import { fail, say } from './say.js';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
/** Folders whose tests need no compiled add-on. */
const RULES = ['packages/core/', 'packages/contract/'];

const start = (program, args, stdio = 'inherit') => spawn(program, args, { cwd: ROOT, stdio });
const startNode = (program, args, stdio) =>
  start(process.execPath, [join(ROOT, 'node_modules', program), ...args], stdio);
/** A program that a signal ended has no code. */
const codeOf = async (child) => (await once(child, 'close'))[0] ?? 1;

let rulesCode;
await makeReady({
  build: true,
  tools: true,
  // One core: SQLite is being compiled on the other one.
  meanwhile: async () => {
    say('Checking types, style and package boundaries …');
    const [program, before] = npm();
    const checked = await codeOf(start(program, [...before, 'run', '--silent', 'check']));
    if (checked !== 0) fail('The checks failed: see the lines above.');
    say('Testing the rules …');
    rulesCode = await codeOf(startNode('jest/bin/jest.js', ['--maxWorkers', '1', ...RULES]));
  },
});

say('Running all other tests, the longest first; this takes some minutes …');
// One at a time and at low priority: Jest keeps two cores busy. Only the main flows, without TANDEM_TEST_LONG.
const which = process.env.TANDEM_TEST_LONG === '1' ? [] : ['--grep', '@main'];
const page = startNode(
  '@playwright/test/cli.js',
  ['test', '-c', 'apps/web/browser', '--workers', '1', ...which],
  ['ignore', 'pipe', 'pipe'],
);
try {
  setPriority(page.pid, 10);
} catch {
  // Not supported on this system: the tests run at normal priority.
}
const output = [];
for (const stream of [page.stdout, page.stderr]) stream.on('data', (piece) => output.push(piece));
const pageEnds = codeOf(page);
const left = ['/node_modules/', '/dist/', ...RULES.map((folder) => `<rootDir>/${folder}`)];
const othersCode = await codeOf(startNode('jest/bin/jest.js', ['--testPathIgnorePatterns', ...left]));
const end = showProgress('Testing the page in a browser');
const pageCode = await pageEnds;
end();
process.stdout.write(`The page in a browser:\n${Buffer.concat(output)}`);
process.exitCode = rulesCode || othersCode || pageCode ? 1 : 0;
