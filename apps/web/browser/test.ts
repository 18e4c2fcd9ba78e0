import { test as base, type Page } from '@playwright/test';
import type { Scope, Tandem } from '@tandem/client';
import { type Server, startServer } from './server.ts';

export { expect, type Page } from '@playwright/test';

interface Each {
  /** The client of Ada Winter, the first admin of a workspace used only by this test. */
  readonly tandem: Tandem;
  readonly key: string;
  /** A page in a browser where Ada is signed in. */
  readonly page: Page;
  /** Page addresses are relative to it. */
  readonly baseURL: string;
}

/** Each test has its own workspace on a server shared by the tests of a worker. */
export const test = base.extend<Each & { workspace: { key: string; tandem: Tandem } }, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  workspace: async ({ server }, use) => {
    const workspace = await server.newWorkspace();
    await workspace.tandem.preferences.update({ getStarted: 'dismissed' });
    await use(workspace);
  },
  tandem: async ({ workspace }, use) => use(workspace.tandem),
  key: async ({ workspace }, use) => use(workspace.key),
  page: async ({ page, key }, use) => {
    await signIn(page, key);
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

/** Signs a browser in with a key, without the sign-in page. */
export async function signIn(page: Page, key: string): Promise<void> {
  const answer = await page.request.post('/api/v1/sessions', {
    data: { key },
    headers: { 'Tandem-Session': '1' },
  });
  if (!answer.ok()) throw new Error(`${answer.status()}: ${await answer.text()}`);
}

/** Signs a browser in as the same person, limited to these scopes. */
export async function signInWith(page: Page, tandem: Tandem, ...scopes: Scope[]): Promise<void> {
  const { secret } = await tandem.keys.create({ name: scopes.join(' '), kind: 'person', scopes });
  await signIn(page, secret);
}
