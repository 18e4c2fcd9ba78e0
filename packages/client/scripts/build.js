// Builds the package as ES modules, and as CommonJS for programs that call require().
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const TSC = resolve(PACKAGE, '../../node_modules/typescript-7/bin/tsc');

rmSync(join(PACKAGE, 'dist'), { recursive: true, force: true });
run('-b', '--singleThreaded');
run('-p', 'tsconfig.cjs.json', '--singleThreaded');
writeFileSync(join(PACKAGE, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');

function run(...args) {
  const { status } = spawnSync(process.execPath, [TSC, ...args], { cwd: PACKAGE, stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(1);
}
