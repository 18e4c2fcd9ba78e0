import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { long } from '@tandem/core/testing/programs';
import { cleanUp, ROOT, temporaryFolder } from '../testing/tandem.ts';

jest.setTimeout(120_000);
afterEach(cleanUp);

const NO_SOURCES = ['.git', 'data', 'dist', 'node_modules', 'tarballs', 'test-results'];

function run(folder: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/** A copy of the sources with another scope. */
function renamed(): string {
  const copy = join(temporaryFolder(), 'copy');
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !NO_SOURCES.includes(basename(path)) });
  expect(run(copy, 'apps/server/scripts/rename-scope.js', '@new-scope')).toMatchObject({ status: 0 });
  return copy;
}

const old = ['@', 'tandem'].join('');

test('a copy whose scope was renamed keeps no name of the old scope', () => {
  const copy = renamed();
  const texts = readdirSync(copy, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.png'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  expect(texts.filter((text) => text.includes(`${old}/`) || text.includes(`'${old}'`))).toEqual([]);
  const manifest = JSON.parse(readFileSync(join(copy, 'apps/server/package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: '@new-scope/server', dependencies: { '@new-scope/core': '0.1.0' } });
  expect(readFileSync(join(copy, 'docs/client.md'), 'utf8')).toContain('tarballs/new-scope-client-');
});

long.test('a copy whose scope was renamed type-checks', () => {
  const copy = renamed();

  mkdirSync(join(copy, 'node_modules/@new-scope'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== old) symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  }
  for (const group of ['packages', 'apps']) {
    for (const name of readdirSync(join(copy, group), { withFileTypes: true })) {
      if (!name.isDirectory()) continue;
      symlinkSync(`../../${group}/${name.name}`, join(copy, 'node_modules/@new-scope', name.name));
      const ownLibraries = join(ROOT, group, name.name, 'node_modules');
      if (existsSync(ownLibraries)) symlinkSync(ownLibraries, join(copy, group, name.name, 'node_modules'));
    }
  }
  const tsc = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  expect(run(copy, tsc, '--singleThreaded', '-p', 'tsconfig.json')).toEqual({ status: 0, output: '' });
});

test.each([['new'], ['@New'], ['@a/b'], ['']])('%j is refused as a scope', (scope) => {
  const copy = temporaryFolder();
  for (const path of ['apps/server/scripts', 'packages/core/package.json']) {
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  }
  expect(run(copy, 'apps/server/scripts/rename-scope.js', scope).status).toBe(1);
  expect(readFileSync(join(copy, 'packages/core/package.json'), 'utf8')).not.toContain('new');
});
