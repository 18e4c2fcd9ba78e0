import { fetchOverHttp } from './fetch.ts';
import type { SavedClaim, SavedClaims } from './kept/claims.ts';

/** What happens to a request about a claimed task that its run key may not make. */
export type OutsideRun = 'refused' | 'by the own key';

export interface RunFetchOptions {
  readonly key: string;
  readonly claims: SavedClaims;
  readonly outside: OutsideRun;
  /** A claimed task that all requests are about, such as uploads of its evidence. */
  readonly of?: string | undefined;
}

type Fetch = typeof fetch;
type Init = NonNullable<Parameters<Fetch>[1]>;

const API = '/api/v1';
/** Asks for work, extends the claim or ends it. */
const BY_OWN_KEY = /\/(claim|heartbeat|release)$/;

/**
 * Sends requests about a claimed task with the key of its run, and all others with the agent's own key. A request under
 * a run key that has ended goes by the own key; if that may not make it, the answer says why the claim is lost.
 */
export function fetchAsRun({ key, claims, outside, of }: RunFetchOptions): Fetch {
  return async (input, init = {}) => {
    const claim = typeof input === 'string' ? claimOf(input, init, claims, of) : null;
    if (typeof input !== 'string' || !claim?.runKey) return fetchOverHttp(input, init);
    const byOwnKey = () => fetchOverHttp(input, withKey(init, key));
    const response = await fetchOverHttp(input, withKey(init, claim.runKey));
    if (response.status === 401) {
      // A stream can't be sent again.
      const isRepeatable = typeof (init.body ?? '') === 'string';
      if (isRepeatable) await read(response);
      const own = isRepeatable ? await byOwnKey() : response;
      return own.status === 401 || own.status === 403 ? reasonOr(own, input, claim, key) : own;
    }
    if (response.status !== 403 || outside === 'refused') return response;
    const refused = await read(response);
    const own = await byOwnKey();
    if (own.status !== 403) return own;
    await read(own);
    return refused;
  };
}

/** The response with its body in memory. An unread body would keep the connection, and the program, open. */
async function read(response: Response): Promise<Response> {
  const text = await response.text();
  return Object.assign(Object.create(response), { text: async () => text });
}

const withKey = (init: Init, key: string): Init => ({
  ...init,
  headers: { ...(init.headers as Record<string, string>), Authorization: `Bearer ${key}` },
});

/** The response to a heartbeat, which says why the claim is lost; the other response if it isn't. */
async function reasonOr(
  other: Response,
  input: string,
  { taskNumber, token }: SavedClaim,
  key: string,
): Promise<Response> {
  const place = `${input.slice(0, input.indexOf(API))}${API}/tasks/${taskNumber}/claim/heartbeat`;
  const pulse = await fetchOverHttp(place, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ token }),
  });
  const [unused, used] = pulse.ok ? [pulse, other] : [other, pulse];
  await read(unused);
  return used;
}

/** The saved claim of the task that a request is about. */
function claimOf(
  input: string,
  { method = 'GET', body }: Init,
  claims: SavedClaims,
  of: string | undefined,
): SavedClaim | null {
  const { pathname, searchParams } = new URL(input);
  const path = pathname.slice(pathname.indexOf(API) + API.length);
  if (BY_OWN_KEY.test(path)) return null;
  const [, task] = /^\/tasks\/([^/]+)/.exec(path) ?? [];
  const about =
    task === undefined ? (of ?? otherTask(path, method, body, searchParams)) : decodeURIComponent(task);
  return about === undefined ? null : claims.find(about);
}

/** The parent of a new task, or the task whose questions are listed. */
function otherTask(
  path: string,
  method: string,
  body: Init['body'],
  query: URLSearchParams,
): string | undefined {
  if (path === '/questions') return query.get('task') ?? undefined;
  if (path !== '/tasks' || method !== 'POST' || typeof body !== 'string') return undefined;
  const { parentTaskNumber } = JSON.parse(body) as { readonly parentTaskNumber?: number | null };
  return parentTaskNumber == null ? undefined : String(parentTaskNumber);
}
