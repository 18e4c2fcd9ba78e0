import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

// This runs before any other module so that it can report a failed load; it must not import other Tandem modules.

/** The programs in a build, each with the packages that it consists of. */
const PROGRAMS = {
  /** The commands that call a server, which load in a fraction of the time. */
  service: ['packages/client', 'apps/cli', 'apps/server'],
  tandem: [
    'packages/core',
    'packages/client',
    'packages/contract',
    'packages/adapter-sqlite',
    'packages/adapter-postgres',
    'packages/adapter-sql',
    'packages/adapter-files',
    'packages/adapter-node',
    'packages/adapter-s3',
    'packages/adapter-webhooks',
    'packages/adapter-express',
    'packages/adapter-mcp',
    'apps/cli',
    'apps/demo',
    'apps/server',
  ],
} as const;

export type ProgramName = keyof typeof PROGRAMS;

const RECORD = 'dist/.tsbuildinfo';

/** npm's record of the installed libraries. */
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
 * Why a program of a clone's build is stale, in words that follow "The build"; `null` when it is current. Files are
 * compared by content: copying a clone changes every modification time but no content.
 */
export async function whyStale(clone: string, program: ProgramName): Promise<string | null> {
  for (const part of PROGRAMS[program]) if (!existsSync(join(clone, part, RECORD))) return `lacks ${part}`;
  if (!existsSync(join(clone, SOURCES))) return `lacks ${SOURCES}`;
  const changed = await changedSince(clone, PROGRAMS[program]);
  return changed === null ? null : `is older than ${changed}`;
}

/** The path of a clone's bundled program: our code and the libraries in one file. */
export const bundleOf = (clone: string, program: ProgramName): string =>
  join(clone, `apps/server/dist/bundle-${program}.cjs`);

/** The path of a bundle's V8 code cache, if it has one. */
export const codeOf = (bundle: string): string => bundle.replace(/\.cjs$/, '.code');

/** Whether a program's bundle was made from the current build. Without it the modules load one by one. */
export function isBundled(clone: string, program: ProgramName): boolean {
  const made = changedAt(bundleOf(clone, program));
  return [...PROGRAMS[program].map((part) => join(part, RECORD)), INSTALLED].every(
    (file) => changedAt(join(clone, file)) <= made,
  );
}

/** In milliseconds; NaN if there is no such file. */
const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN;

/** The first source that differs from the one that was built. */
async function changedSince(clone: string, parts: readonly string[]): Promise<string | null> {
  const { at, files } = JSON.parse(readFileSync(join(clone, SOURCES), 'utf8')) as Sources;
  for (const [file, digest] of Object.entries(files)) {
    if (!parts.some((part) => file.startsWith(`${part}/`))) continue;
    const source = `${clone}/${file}`;
    const found = statSync(source, { throwIfNoEntry: false });
    if (!found || (found.mtimeMs >= at && (await digestOf(source)) !== digest)) return file;
  }
  return null;
}

async function digestOf(file: string): Promise<string> {
  // Loading it takes longer than looking at the sources.
  const { createHash } = await import('node:crypto');
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
