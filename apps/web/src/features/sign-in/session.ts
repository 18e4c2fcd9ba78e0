import type { Me, SessionsPreviewAnswer } from '@tandem/client';
import { pageSession } from '../../api/session.ts';
import { isSignedOut, isTandemError, tandem } from '../../api/tandem.ts';

/** A key begins so; anything else that a person has is the code of an invitation or a link. */
const KEY = /^tdm_/;

/** One for the tab: what it says it does not hear itself. */
const channel = new BroadcastChannel('tandem-session');

/** Tells the other tabs that someone has signed in: they all send the same cookie. */
const tellSignedIn = (): void => channel.postMessage('signed-in');

/** Calls when somebody has signed in in another tab. */
export function onSignedIn(act: () => void): () => void {
  channel.addEventListener('message', act);
  return () => channel.removeEventListener('message', act);
}

/** Exchanges a key or a code for a session, which all tabs of the browser have then. What was given is kept nowhere. */
export async function signIn(secret: string): Promise<void> {
  await tandem.sessions.create(KEY.test(secret) ? { key: secret } : { code: secret });
  pageSession.forget();
  tellSignedIn();
}

/** Whoever is signed in to this browser, whomever the page was drawn for. */
export async function signedIn(): Promise<Me['caller'] | null> {
  pageSession.forget();
  try {
    return (await tandem.workspace.me()).caller;
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

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
let question: SignInQuestion | null = null;

/** What to ask before a link signs in. */
export interface SignInQuestion extends SessionsPreviewAnswer {
  /** Whom it would replace in this browser; null if nobody is signed in. */
  readonly replaces: Me['caller'] | null;
}

/** The link would replace someone, or close chats: the person decides. */
export class MustAsk extends Error {
  override readonly name = 'MustAsk';
}

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
  /** What the person is to be asked, if there is anything. */
  question: (): SignInQuestion | null => question,
  /** Signs in by the link after all. */
  accept: async (): Promise<void> => {
    if (code !== null) await signIn(code);
    linkCode.drop();
  },
  /** Forgets the link, which is not used up. */
  drop: (): void => {
    code = null;
    question = null;
  },
  /** A link that is opened where the page is open already changes what stands behind the # alone. */
  followed: (act: () => void): void =>
    window.addEventListener('hashchange', () => CODE.test(location.hash) && act()),
};

async function exchangeOnce(given: string): Promise<void> {
  try {
    const preview = await tandem.sessions.preview({ code: given });
    const now = await signedIn();
    const replaces = now?.id === preview.member.id ? null : now;
    if (replaces || preview.closesChats) {
      question = { ...preview, replaces };
      throw new MustAsk();
    }
    await signIn(given);
    code = null;
  } catch (error) {
    if (!isUntried(error) && !(error instanceof MustAsk)) code = null;
    throw error;
  } finally {
    exchange = null;
  }
}
