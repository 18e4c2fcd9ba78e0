import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

// It runs before anything else is loaded, so that it can say why that cannot be: it imports nothing of ours.

/** What the server is built of, each with a record of its build. */
const PARTS = [
  'packages/core',
  'packages/contract',
  'packages/adapter-sqlite',
  'packages/adapter-files',
  'packages/adapter-webhooks',
  'packages/adapter-express',
  'apps/server',
];

const RECORD = 'dist/.tsbuildinfo';

/** What npm notes down of what it has installed. */
const INSTALLED = 'node_modules/.package-lock.json';

/** What TypeScript notes down of a build; of each file the SHA-256 of its text. */
interface Build {
  readonly fileNames: readonly string[];
  readonly fileInfos: readonly (string | { readonly version: string })[];
}

/**
 * Why what was built in a clone is not what its sources say, in words that follow "The build"; null when it is.
 * A file counts by its text: a copy of the clone makes all files newer, and changes none.
 */
export function whyStale(clone: string): string | null {
  for (const part of PARTS) {
    const record = join(clone, part, RECORD);
    if (!existsSync(record)) return `lacks ${part}`;
    const changed = changedSince(record);
    if (changed !== null) return `is older than ${relative(clone, changed)}`;
  }
  return null;
}

/**
 * Where the build of a clone lies as one file, with the libraries: one file loads in half of the time that a thousand
 * take. Its name tells what it was made of, so that one of another build is not found; without it all runs the same.
 */
export function bundleOf(clone: string): string {
  const hash = createHash('sha256');
  for (const file of [...PARTS.map((part) => join(part, RECORD)), INSTALLED]) {
    const path = join(clone, file);
    hash.update(existsSync(path) ? readFileSync(path) : '').update('\n');
  }
  return join(clone, 'apps/server/dist', `bundle-${hash.digest('hex').slice(0, 16)}.js`);
}

/** The first source that is not as it was when it was built. */
function changedSince(record: string): string | null {
  const builtAt = statSync(record).mtimeMs;
  const { fileNames, fileInfos } = JSON.parse(readFileSync(record, 'utf8')) as Build;
  const isSource = (name: string) => !/(^|\/)(node_modules|dist)\//.test(name);
  for (const [i, name] of fileNames.entries()) {
    if (!isSource(name)) continue;
    const file = resolve(dirname(record), name);
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found || found.mtimeMs <= builtAt) continue;
    const info = fileInfos[i];
    if (digestOf(file) !== (typeof info === 'string' ? info : info?.version)) return file;
  }
  return null;
}

const digestOf = (file: string): string =>
  createHash('sha256').update(readFileSync(file, 'utf8')).digest('hex');
