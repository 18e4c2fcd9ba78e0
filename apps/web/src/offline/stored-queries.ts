import type { Me } from '@tandem/client';
import type { Query, QueryClient } from '@tanstack/react-query';
import { lastShown, STORE } from '../api/last-shown.ts';
import { me } from '../api/queries/me.ts';
import { pageSession } from '../api/session.ts';
import { HOME } from '../api/tandem.ts';
import { storedAt } from './state.ts';

/** The subjects that are stored. Secrets, such as QR codes of sign-in links, and lists of keys are not among them. */
const SUBJECTS: ReadonlySet<unknown> = new Set([
  ...['me', 'member', 'members', 'workspace', 'preferences', 'views', 'labels'],
  ...['inbox', 'notifications', 'tasks', 'task', 'file'],
  ...['projects', 'project', 'initiatives', 'initiative', 'goals', 'goal'],
  ...['agents', 'agent', 'agent-activity', 'telemetry', 'chats', 'chat', 'messages', 'turn'],
]);

/** The maximum length of what is stored, in UTF-16 units. The oldest data beyond it is left out. */
const MAX_LENGTH = 2_000_000;

/** Stored data that is older is deleted instead of shown. */
const MAX_AGE_MS = 7 * 86_400_000;

interface StoredQuery {
  readonly queryKey: readonly unknown[];
  readonly data: unknown;
  readonly updatedAt: number;
}

interface Stored {
  readonly session: string;
  /** The version of the page; another one may expect other data. */
  readonly page: string;
  readonly at: number;
  readonly queries: readonly StoredQuery[];
}

const address = () => new URL('stored-queries', HOME).href;
const pageVersion = () =>
  document.querySelector<HTMLScriptElement>('script[type="module"]')?.getAttribute('src') ?? '';

/** Stores the newest data of the session. */
export async function storeQueries(queries: QueryClient): Promise<void> {
  const own = queries.getQueryData<Me>(me.queryKey);
  if (!own || own.key.id !== lastShown.owner()) return;
  const texts: string[] = [];
  let length = 0;
  // The person first: without it nothing can be shown.
  const newestFirst = (a: Query, b: Query) =>
    Number(b.queryKey[0] === 'me') - Number(a.queryKey[0] === 'me') ||
    b.state.dataUpdatedAt - a.state.dataUpdatedAt;
  const all = queries.getQueryCache().findAll({
    predicate: ({ queryKey, state }) => SUBJECTS.has(queryKey[0]) && state.data !== undefined,
  });
  for (const { queryKey, state } of all.sort(newestFirst)) {
    const stored: StoredQuery = { queryKey, data: state.data, updatedAt: state.dataUpdatedAt };
    const text = JSON.stringify(stored);
    if (length + text.length > MAX_LENGTH) continue;
    length += text.length;
    texts.push(text);
  }
  const { session, page, at }: Omit<Stored, 'queries'> = {
    session: own.key.id,
    page: pageVersion(),
    at: Date.now(),
  };
  const head = JSON.stringify({ session, page, at }).slice(0, -1);
  const store = await caches.open(STORE);
  await store.put(address(), new Response(`${head},"queries":[${texts.join(',')}]}`));
}

/** Shows the stored data of the session. Returns its person, or null if there is none. */
export async function restoreQueries(queries: QueryClient): Promise<Me | null> {
  if (!('caches' in globalThis)) return null;
  const response = await caches.match(address(), { cacheName: STORE });
  const stored = (await response?.json()) as Stored | undefined;
  if (stored && Date.now() - stored.at > MAX_AGE_MS) {
    await caches.delete(STORE);
    return null;
  }
  if (stored?.session !== lastShown.owner() || stored?.page !== pageVersion()) return null;
  for (const { queryKey, data, updatedAt } of stored.queries) {
    queries.setQueryData(queryKey, data, { updatedAt });
  }
  const own = queries.getQueryData<Me>(me.queryKey);
  if (!own) return null;
  // The server refuses requests of this page if someone else has signed in meanwhile.
  pageSession.is({ id: own.key.id, personId: own.caller.id });
  storedAt.set(stored.at);
  return own;
}
