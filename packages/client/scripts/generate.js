// Writes the generated parts of the client: types.ts, operations.ts and table.ts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const PACKAGE = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const ROOT = resolve(PACKAGE, '../..');

const folder = mkdtempSync(join(tmpdir(), 'tandem-generate-'));
try {
  const outfile = join(folder, 'generate.mjs');
  // Uses the sources of the contract, so that it need not be built first.
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['packages/client/generator/generate.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@tandem/source'],
    logLevel: 'error',
  });
  const { generated } = await import(pathToFileURL(outfile).href);
  process.chdir(ROOT);
  const files = generated(join(ROOT, 'node_modules/@biomejs/biome/bin/biome'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(PACKAGE, 'src', name), text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
