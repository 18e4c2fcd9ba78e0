import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Paths are relative to `dist`, which also holds the bundle: this file must stay at the top of `src`.

/** The version in this program's package.json. */
export function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** The web application that `npm run build` produces; undefined if it has not been built. */
export function pageFolder(): string | undefined {
  const folder = new URL('../../web/dist/', import.meta.url);
  return existsSync(new URL('index.html', folder)) ? fileURLToPath(folder) : undefined;
}
