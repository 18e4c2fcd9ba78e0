// All tests: those of the page in a browser run beside the others, which wait as long as they compute.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const run = (program, args, stdio) =>
  spawn(process.execPath, [join(ROOT, 'node_modules', program), ...args], { cwd: ROOT, stdio });

// One at a time, and behind the others: two cores are busy with them. Those at the edges are for whoever works at the page.
const which = process.env.TANDEM_WEB_TESTS === 'all' ? [] : ['--grep-invert', '@edge'];
const page = run(
  '@playwright/test/cli.js',
  ['test', '-c', 'apps/web/browser', '--workers', '1', ...which],
  ['ignore', 'pipe', 'pipe'],
);
try {
  setPriority(page.pid, 10);
} catch {
  // Not on this system: they take turns.
}
const said = [];
for (const stream of [page.stdout, page.stderr]) stream.on('data', (piece) => said.push(piece));
const pageEnds = once(page, 'close');
const others = run('jest/bin/jest.js', [], 'inherit');
const [othersCode] = await once(others, 'exit');
process.stdout.write('The page in a browser:\n');
const [pageCode] = await pageEnds;
process.stdout.write(Buffer.concat(said));
process.exitCode = othersCode || pageCode ? 1 : 0;
