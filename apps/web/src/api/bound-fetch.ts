import { pageState } from '../state/page-state.ts';
import { hearTime } from './clock.ts';
import { pageSession, SESSION_HEADER } from './session.ts';

/**
 * Sends requests for the session the page was drawn for. If someone else has since signed in to the browser, the tab
 * reloads and the request never resolves; unsent text is kept as a draft. If it is the same person, the request is
 * sent again for the new session.
 */
export const boundFetch =
  (me: URL): typeof fetch =>
  async (input, init = {}) => {
    const response = await send(input, init);
    if (response.status !== 409 || !(await isOtherSession(response))) return response;
    if (!(init.body instanceof ReadableStream) && (await isSamePerson(me))) return send(input, init);
    location.reload();
    return new Promise<never>(() => undefined);
  };

async function send(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set(SESSION_HEADER, pageSession.header());
  // Responses must not be cached. The HTTP cache would also make a tab wait for another tab's identical request.
  const response = await fetch(input, { ...init, headers, cache: 'no-store' });
  hearTime(response);
  return response;
}

async function isOtherSession(response: Response): Promise<boolean> {
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { error?: { code?: string } } | null;
  return body?.error?.code === 'OTHER_SESSION';
}

const asking = pageState<Promise<boolean> | null>(() => null);

/**
 * Checks that the browser's new session belongs to the same person, and if so moves the tab to it. Concurrent
 * callers share one request.
 */
function isSamePerson(me: URL): Promise<boolean> {
  const answer = asking.get() ?? askWho(me).finally(() => asking.set(null));
  asking.set(answer);
  return answer;
}

async function askWho(me: URL): Promise<boolean> {
  const response = await fetch(me, { cache: 'no-store' });
  if (!response.ok) return false;
  const { caller, key } = (await response.json()) as { caller: { id: string }; key: { id: string } };
  if (caller.id !== pageSession.personId()) return false;
  pageSession.is({ id: key.id, personId: caller.id });
  return true;
}
