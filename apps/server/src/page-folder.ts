import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLONE = resolve(fileURLToPath(import.meta.url), '../../../..');

/** Where `npm run build` puts the page for people; undefined where it has not been built. */
export function pageFolder(): string | undefined {
  const folder = join(CLONE, 'apps/web/dist');
  return existsSync(join(folder, 'index.html')) ? folder : undefined;
}
