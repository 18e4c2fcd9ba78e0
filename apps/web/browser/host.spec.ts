import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect } from '@playwright/test';
import { createApp } from '@tandem/adapter-express';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem, type Tandem } from '@tandem/core';
import { inMemoryStorage } from '@tandem/core/in-memory';

interface Host {
  readonly tandem: Tandem;
  /** The page's address, below the host's own paths. */
  readonly url: string;
}

/** A program with its own users and sign-in, which serves the page at /team/. */
const test = base.extend<{ host: Host }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  host: async ({}, use) => {
    const tandem = createTandem({ ...nodePorts(), storage: inMemoryStorage() });
    await tandem.operator.createWorkspace({ name: 'Acme', admin: { name: 'ada' } });
    await tandem.people.upsert({ externalId: '7', name: 'carol', displayName: 'Carol' });
    const authenticate = ({ headers }: { headers: { cookie?: string | undefined } }) =>
      /user=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? null;
    const app = createApp({ tandem, authenticate, web: true, signInUrl: '/login' });
    const server: Server = createServer((req, res) => {
      const { url = '/' } = req;
      if (url.startsWith('/team')) {
        app(
          Object.assign(req, { originalUrl: url, url: url.slice('/team'.length) || '/' }) as never,
          res as never,
        );
        return;
      }
      const from = new URL(url, 'http://host').searchParams.get('from') ?? '/';
      res.setHeader('Content-Type', 'text/html');
      res.setHeader('Set-Cookie', 'user=7; HttpOnly; SameSite=Lax; Path=/');
      res.end(`<h1>Sign in to the shop</h1><a href="${encodeURI(from)}">Go on as Carol</a>`);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    await use({ tandem, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/team/` });
    tandem.stopWaiting();
    server.close();
    server.closeAllConnections();
    await tandem.close();
  },
});

test('people sign in to the page with the host, and have no other sign-in', async ({ page, host }) => {
  await page.goto(`${host.url}tasks`);
  await expect(page.getByRole('heading', { name: 'Sign in to the shop' })).toBeVisible();
  await page.getByRole('link', { name: 'Go on as Carol' }).click();
  await expect(page).toHaveURL(`${host.url}tasks`);
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible();
  await page.keyboard.press('c');
  await page.getByRole('dialog', { name: 'New task' }).getByLabel('Title').fill('Paint the railing');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('link', { name: 'Paint the railing' })).toBeVisible();
  const carol = await host.tandem.people.callerFor({ externalId: '7' });
  expect((await host.tandem.tasks.get(carol, 1)).creatorId).toBe(carol.id);
  await page.getByRole('button', { name: 'Carol' }).click();
  await expect(page.getByRole('dialog', { name: 'account' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0);
});

test('a person who is no member is told whom to ask', async ({ page, host }) => {
  await page.goto(`${host.url}tasks`);
  await host.tandem.people.deactivate({ externalId: '7' });
  await page.getByRole('link', { name: 'Go on as Carol' }).click();
  await expect(page.getByText('Ask an admin to add you.')).toBeVisible();
  await expect(page).toHaveURL(`${host.url}tasks`);
});

test('a page whose person is deactivated leads to the sign-in of the host', async ({ page, host }) => {
  await page.goto(`${host.url}tasks`);
  await page.getByRole('link', { name: 'Go on as Carol' }).click();
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible();
  await host.tandem.people.deactivate({ externalId: '7' });
  await expect(page.getByRole('heading', { name: 'Sign in to the shop' })).toBeVisible();
});
