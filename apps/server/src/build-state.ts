import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

// It runs before anything else is loaded, so that it can say why that cannot be: it imports nothing of ours.

/** What the server is built of, each with a record of its build. */
const PARTS = [
  'packages/core',
  'packages/client',
  'packages/contract',
  'packages/adapter-sqlite',
  'packages/adapter-postgres',
  'packages/adapter-sql',
  'packages/adapter-files',
  'packages/adapter-s3',
  'packages/adapter-webhooks',
  'packages/adapter-express',
  'packages/adapter-mcp',
  'apps/cli',
  'apps/server',
];

const RECORD = 'dist/.tsbuildinfo';

/** What npm notes down of what it has installed. */
const INSTALLED = 'node_modules/.package-lock.json';

/** What apps/server/scripts/make-ready.js notes down of a build. */
const SOURCES = 'apps/server/dist/.sources.json';

interface Sources {
  /** When they began to be read, in milliseconds. */
  readonly at: number;
  /** The SHA-256 of each text. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Why what was built in a clone is not what its sources say, in words that follow "The build"; null when it is.
 * A file counts by its text: a copy of the clone makes all files newer, and changes none.
 */
export function whyStale(clone: string): string | null {
  for (const part of PARTS) if (!existsSync(join(clone, part, RECORD))) return `lacks ${part}`;
  if (!existsSync(join(clone, SOURCES))) return `lacks ${SOURCES}`;
  const changed = changedSince(clone);
  return changed === null ? null : `is older than ${changed}`;
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
function changedSince(clone: string): string | null {
  const { at, files } = JSON.parse(readFileSync(join(clone, SOURCES), 'utf8')) as Sources;
  for (const [file, digest] of Object.entries(files)) {
    if (!PARTS.some((part) => file.startsWith(`${part}/`))) continue;
    const found = statSync(join(clone, file), { throwIfNoEntry: false });
    if (!found || (found.mtimeMs >= at && digestOf(join(clone, file)) !== digest)) return file;
  }
  return null;
}

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
