import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT, temporaryFolder } from './tandem.ts';

/** The entries that a clone omits or links. */
const LEFT_OUT = ['node_modules', '.git', 'data'];

/**
 * A built clone of this repository with its own workspace packages. Third-party packages are links, which a test may
 * replace. Sources are compiled file by file, without a bundle.
 */
export function clone(): string {
  first ??= firstClone();
  const folder = join(temporaryFolder(), 'clone');
  // Node takes ten times as long to copy thousands of files.
  const { status, stderr } = spawnSync('cp', ['-RP', first, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The clone was not copied: ${stderr}`);
  return folder;
}

/** The clone from which a test file's other clones are copied. */
let first: string | undefined;
afterAll(() => {
  if (first) rmSync(dirname(first), { recursive: true });
});

function firstClone(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'tandem-clone-')), 'clone');
  const isPart = (path: string) =>
    !LEFT_OUT.some((name) => path.endsWith(`/${name}`)) && !/\/bundle-\w+\.(cjs|code)$/.test(path);
  for (const name of ['apps', 'drivers', 'packages', 'package.json', 'package-lock.json', 'tsconfig.json']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter: isPart });
  }
  const installed = join(folder, 'node_modules');
  mkdirSync(join(installed, '@tandem'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@tandem') symlinkSync(join(ROOT, 'node_modules', name), join(installed, name));
  }
  for (const group of ['packages', 'apps']) {
    for (const name of readdirSync(join(ROOT, group))) {
      if (existsSync(join(ROOT, group, name, 'package.json'))) {
        symlinkSync(`../../${group}/${name}`, join(installed, '@tandem', name));
      }
    }
  }
  return folder;
}

/** A minimal clone: only the files that the start scripts read before they install. */
export function bareClone(): string {
  const folder = join(temporaryFolder(), 'clone');
  for (const name of [
    'apps/server/scripts',
    'drivers',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ]) {
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => !path.endsWith('/node_modules'),
    });
  }
  mkdirSync(join(folder, 'packages'));
  return folder;
}

/** Replaces the compiler by a program. */
export const setCompiler = (folder: string, program: string): void =>
  setProgram(folder, 'typescript-7', 'tsc', program);

/** A Vite that builds an empty page. */
export const WORKING_VITE = `
  const fs = require('node:fs');
  const out = process.argv[process.argv.indexOf('--outDir') + 1];
  fs.mkdirSync(out + '/assets', { recursive: true });
  fs.writeFileSync(out + '/index.html', '<!doctype html>');`;

/** Replaces Vite, which builds the web application, by a program. */
export const setVite = (folder: string, program = WORKING_VITE): void =>
  setProgram(folder, 'vite', 'vite.js', program);

function setProgram(folder: string, library: string, name: string, program: string): void {
  const place = join(folder, 'node_modules', library);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(join(place, 'bin'), { recursive: true });
  writeFileSync(join(place, 'bin', name), program);
}

/** Makes a bare clone look like one in which everything is installed, for this Node. */
export function setInstalled(folder: string): void {
  const { platform, arch, versions } = process;
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  cpSync(join(ROOT, 'node_modules/.package-lock.json'), join(folder, 'node_modules/.package-lock.json'));
  symlinkSync(join(ROOT, 'node_modules/better-sqlite3'), join(folder, 'node_modules/better-sqlite3'));
  const runtime = [
    platform,
    arch,
    ...(Number.parseInt(versions.node, 10) < 22 ? [versions.modules] : []),
  ].join(' ');
  writeFileSync(join(folder, 'node_modules/.tandem-ready.json'), JSON.stringify({ runtime }));
}
