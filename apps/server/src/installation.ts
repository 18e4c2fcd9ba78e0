import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Paths are relative to `dist`, which also holds the bundle: this file must stay at the top of `src`.

const manifest = (): { version: string; gitHead?: string } =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The version in this program's package.json. */
export const version = (): string => manifest().version;

/** The commit of this program: of the published package, or the one that a clone is on. `null` if unknown. */
export function commit(): string | null {
  const { gitHead } = manifest();
  if (gitHead) return gitHead;
  const git = new URL('../../../.git/', import.meta.url);
  try {
    const head = readFileSync(new URL('HEAD', git), 'utf8').trim();
    return head.startsWith('ref: ') ? readFileSync(new URL(head.slice(5), git), 'utf8').trim() : head;
  } catch {
    // There is no clone, or git has packed the branch.
    return null;
  }
}

/** Where the web application is in the published package and in a clone. */
const PAGES = ['./page/', '../../web/dist/'];

/** The built web application; undefined if there is none. */
export function pageFolder(): string | undefined {
  const folders = PAGES.map((path) => new URL(path, import.meta.url));
  const built = folders.find((folder) => existsSync(new URL('index.html', folder)));
  return built && fileURLToPath(built);
}

/** The data folder of a clone is in the current folder, and that of the published package among the user's data. */
export function defaultDataFolder({ XDG_DATA_HOME }: Readonly<Record<string, string | undefined>>): string {
  if (!existsSync(new URL(PAGES[0] as string, import.meta.url))) return './data';
  if (process.platform === 'darwin') return join(home(), 'Library/Application Support/tandem');
  return join(XDG_DATA_HOME || join(home(), '.local/share'), 'tandem');
}

/** A user without a home, as in a container, can set TANDEM_DATA_DIR. */
function home(): string {
  try {
    return homedir();
  } catch {
    return '/';
  }
}
