import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Paths are relative to `dist`, which also holds the bundle: this file must stay at the top of `src`.

/** The version in this program's package.json. */
export function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** Where the web application is in the published package and in a clone. */
const PAGES = ['./page/', '../../web/dist/'];

/** The built web application; undefined if there is none. */
export function pageFolder(): string | undefined {
  const folders = PAGES.map((path) => new URL(path, import.meta.url));
  const built = folders.find((folder) => existsSync(new URL('index.html', folder)));
  return built && fileURLToPath(built);
}
