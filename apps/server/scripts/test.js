// All tests: those of the page in a browser run beside the others, which wait as long as they compute.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const run = (program, args, stdio) =>
  spawn(process.execPath, [join(ROOT, 'node_modules', program), ...args], { cwd: ROOT, stdio });

// One at a time: two cores are busy with the others.
const page = run(
  '@playwright/test/cli.js',
  ['test', '-c', 'apps/web/browser', '--workers', '1'],
  ['ignore', 'pipe', 'pipe'],
);
const said = [];
for (const stream of [page.stdout, page.stderr]) stream.on('data', (piece) => said.push(piece));
const pageEnds = once(page, 'close');
const others = run('jest/bin/jest.js', [], 'inherit');
const [othersCode] = await once(others, 'exit');
process.stdout.write('The page in a browser:\n');
const [pageCode] = await pageEnds;
process.stdout.write(Buffer.concat(said));
process.exitCode = othersCode || pageCode ? 1 : 0;
