import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

// This runs before any other module so that it can report a failed load; it must not import other Tandem modules.

/** The packages that make up the server, each with its build record. */
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
  'apps/demo',
  'apps/server',
];

const RECORD = 'dist/.tsbuildinfo';

/** npm's record of the installed packages. */
const INSTALLED = 'node_modules/.package-lock.json';

/** The build record that apps/server/scripts/make-ready.js writes. */
const SOURCES = 'apps/server/dist/.sources.json';

interface Sources {
  /** When reading the sources began, in milliseconds. */
  readonly at: number;
  /** The SHA-256 of each source text. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Why a clone's build is stale, in words that follow "The build"; `null` when it is current. Files are compared by
 * content: copying a clone changes every modification time but no content.
 */
export function whyStale(clone: string): string | null {
  for (const part of PARTS) if (!existsSync(join(clone, part, RECORD))) return `lacks ${part}`;
  if (!existsSync(join(clone, SOURCES))) return `lacks ${SOURCES}`;
  const changed = changedSince(clone);
  return changed === null ? null : `is older than ${changed}`;
}

/**
 * The path of a clone's bundled build (our code and the libraries in one file), which loads in half the time of a
 * thousand files. The name contains a hash of the build, so a stale bundle is never found; without a bundle the modules
 * load one by one.
 */
export function bundleOf(clone: string): string {
  const hash = createHash('sha256');
  for (const file of [...PARTS.map((part) => join(part, RECORD)), INSTALLED]) {
    const path = join(clone, file);
    hash.update(existsSync(path) ? readFileSync(path) : '').update('\n');
  }
  return join(clone, 'apps/server/dist', `bundle-${hash.digest('hex').slice(0, 16)}.js`);
}

/** The first source that differs from the one that was built. */
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
