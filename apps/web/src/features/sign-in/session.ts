import { isTandemError, tandem } from '../../api/tandem.ts';

/** A key begins so; anything else that a person has is the code of an invitation or a link. */
const KEY = /^tdm_/;

/** One for the tab: what it says it does not hear itself. */
const channel = new BroadcastChannel('tandem-session');

/** Tells the other tabs that somebody has signed in: the cookie is that of all of them. */
export const tellSignedIn = (): void => channel.postMessage('signed-in');

/** Calls when somebody has signed in in another tab. */
export function onSignedIn(act: () => void): () => void {
  channel.addEventListener('message', act);
  return () => channel.removeEventListener('message', act);
}

/** Exchanges a key or a code for a session. What was given is kept nowhere. */
export const signIn = (secret: string) =>
  tandem.sessions.create(KEY.test(secret) ? { key: secret } : { code: secret });

interface SignInSearch {
  /** The address that was asked for. */
  readonly from?: string;
  /** A link that signs in once was opened a second time, or too late. */
  readonly link?: 'used';
}

export const signInSearch = ({ from, link }: Record<string, unknown>): SignInSearch => ({
  ...(typeof from === 'string' && { from }),
  ...(link === 'used' && { link }),
});

const CODE = /^#code=([\w-]+)$/;
let code: string | null = null;
let exchange: Promise<void> | null = null;

/** Whether a link that was refused so is as good as before: it has not been looked at. */
export const isUntried = (error: unknown): boolean => isTandemError(error) && error.isPassing;

/**
 * The code of a link that signs in once. It stands behind the # of the address, which is sent to nobody; it is taken out as
 * the page begins, so that no copy of the address and no history holds it.
 */
export const linkCode = {
  read: (): void => {
    code = CODE.exec(location.hash)?.[1] ?? null;
    if (code !== null) history.replaceState(history.state, '', location.pathname + location.search);
  },
  /** Signs in by it, if there is one: one request however often it is asked for, and none after it has been looked at. */
  exchange: async (): Promise<void> => {
    if (code !== null) exchange ??= exchangeOnce(code);
    await exchange;
  },
  /** A link that is opened where the page is open already changes what stands behind the # alone. */
  followed: (act: () => void): void =>
    window.addEventListener('hashchange', () => CODE.test(location.hash) && act()),
};

async function exchangeOnce(given: string): Promise<void> {
  try {
    await signIn(given);
    code = null;
  } catch (error) {
    if (!isUntried(error)) code = null;
    throw error;
  } finally {
    exchange = null;
  }
}
