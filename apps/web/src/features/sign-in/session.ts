import { tandem } from '../../api/tandem.ts';

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

/**
 * The code of a link that signs in once. It stands behind the # of the address, which is sent to nobody; it is taken out as
 * the page begins, so that no copy of the address and no history holds it.
 */
export const linkCode = {
  read: (): void => {
    code = CODE.exec(location.hash)?.[1] ?? null;
    if (code !== null) history.replaceState(history.state, '', location.pathname + location.search);
  },
  /** Once: a second time it would be refused. */
  take: (): string | null => {
    const taken = code;
    code = null;
    return taken;
  },
};
