import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/** Bytes of the page's own files transferred on the first load of an address, with at least basic compression. */
export async function firstLoad(page: Page, path: string, isThere: () => Promise<unknown>): Promise<number> {
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.includes('/api/')) bodies.push(response.body());
  });
  await page.goto(path);
  await isThere();
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).byteLength);
  return sizes.reduce((sum, size) => sum + size, 0);
}
