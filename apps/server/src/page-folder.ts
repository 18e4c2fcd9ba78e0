import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLONE = resolve(fileURLToPath(import.meta.url), '../../../..');

/** The web application that `npm run build` produces; undefined if it has not been built. */
export function pageFolder(): string | undefined {
  const folder = join(CLONE, 'apps/web/dist');
  return existsSync(join(folder, 'index.html')) ? folder : undefined;
}
