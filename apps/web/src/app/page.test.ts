/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { resetPage } from '../state/page-state.ts';
import { en } from '../strings/en/index.ts';
import { chooseLanguage, type Strings } from '../strings/index.ts';

/* The page without a browser: its frame, rendered to HTML. */

jest.mock('micromark', () => ({}));
jest.mock('micromark-extension-gfm', () => ({}));

const SRC = join(__dirname, '..');
const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.|^main\.tsx$/.test(file),
);

const root = { lang: '' };

beforeAll(() => {
  const browser = {
    addEventListener: () => undefined,
    document: { baseURI: 'http://localhost/', documentElement: root, addEventListener: () => undefined },
    localStorage: { getItem: () => null },
    matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
    navigator: { platform: 'Linux', userAgent: '' },
    BroadcastChannel: class {},
    CSS: { supports: () => true },
    self: {},
  };
  Object.assign(globalThis, browser);
  resetPage();
});

afterEach(resetPage);

/** English with every text in quotes. */
const quoted = <Texts>(texts: Texts): Texts => {
  if (typeof texts === 'string') return `«${texts}»` as Texts;
  if (typeof texts === 'function') return ((...args: unknown[]) => quoted(texts(...args))) as Texts;
  return Object.fromEntries(
    Object.entries(texts as object).map(([name, text]) => [name, quoted(text)]),
  ) as Texts;
};

const languages: Record<string, Strings> = { en, xx: quoted(en) };

async function page(): Promise<string> {
  const { Shell } = await import('./shell/shell.tsx');
  const { me } = await import('../api/queries/me.ts');
  const { NotFound } = await import('../ui/not-found.tsx');
  const queries = new QueryClient();
  const caller = { id: 'M1', name: 'ada', displayName: 'Ada', role: 'admin' };
  queries.setQueryData(me.queryKey, {
    caller,
    key: { id: 'K1', scopes: ['tasks:write'] },
    workspace: { name: 'Acme' },
  } as never);
  const router = createRouter({
    routeTree: createRootRoute({ component: Shell }),
    history: createMemoryHistory(),
    defaultNotFoundComponent: NotFound,
    isServer: true,
  });
  await router.load();
  return renderToString(
    createElement(
      QueryClientProvider,
      { client: queries },
      createElement(RouterProvider, { router } as never),
    ),
  );
}

it('reads no text while modules are imported', async () => {
  const unread = new Proxy({} as Strings, {
    get: (_, name) => {
      throw new Error(`The text “${String(name)}” is read at import.`);
    },
  });
  chooseLanguage(['xx'], { xx: unread });
  for (const file of FILES) await import(join(SRC, file));
});

it('shows the texts of the chosen language, and English without one', async () => {
  chooseLanguage(['fr', 'xx-YY', 'en'], languages);
  expect(root.lang).toBe('xx');
  expect(await page()).toContain('«Projects»');
  chooseLanguage(['fr'], languages);
  expect(root.lang).toBe('en');
  expect(await page()).not.toContain('«');
});

it('mounts a second page without the state of the first', async () => {
  const { toast } = await import('../ui/toasts.ts');
  const empty = await page();
  chooseLanguage(['xx'], languages);
  toast({ text: 'Task 7 is archived.', tone: 'bad' });
  expect(await page()).toContain('Task 7 is archived.');
  resetPage();
  expect(await page()).toBe(empty);
});

it('keeps module-level variables in page states only', () => {
  const variables = FILES.filter((file) => file !== 'state/page-state.ts').flatMap((file) =>
    readFileSync(join(SRC, file), 'utf8')
      .split('\n')
      .filter((line) => /^(export )?(let|var) |^(export )?const \w+ = new (Map|Set)\b/.test(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(variables).toEqual([]);
});
