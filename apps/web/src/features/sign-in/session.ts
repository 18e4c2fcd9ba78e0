import type { Me, SessionsPreviewAnswer } from '@tandem/client';
import { lastShown } from '../../api/last-shown.ts';
import { pageSession } from '../../api/session.ts';
import { isSignedOut, isTandemError, tandem } from '../../api/tandem.ts';
import { pageState } from '../../state/page-state.ts';

/** The prefix of keys; any other secret is the code of an invitation or link. */
const KEY = /^tdm_/;

/** One per tab: a channel doesn't receive its own messages. */
const channel = new BroadcastChannel('tandem-session');

/** Notifies the other tabs that someone has signed in: they all send the same cookie. */
const announceSignIn = (): void => channel.postMessage('signed-in');

/** Calls back when someone has signed in in another tab. */
export function onSignedIn(act: () => void): () => void {
  channel.addEventListener('message', act);
  return () => channel.removeEventListener('message', act);
}

/** Exchanges a key or code for a session, shared by all tabs of the browser. The secret is not stored. */
export async function signIn(secret: string): Promise<void> {
  await tandem.sessions.create(KEY.test(secret) ? { key: secret } : { code: secret });
  pageSession.forget();
  lastShown.forget();
  announceSignIn();
}

/** The person signed in to this browser, regardless of the person the page was drawn for. */
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
  /** The address that was requested. */
  readonly from?: string;
  /** A one-time sign-in link was already used or has expired. */
  readonly link?: 'used';
}

export const signInSearch = ({ from, link }: Record<string, unknown>): SignInSearch => ({
  ...(typeof from === 'string' && { from }),
  ...(link === 'used' && { link }),
});

const CODE = /^#code=([\w-]+)$/;
const code = pageState<string | null>(() => null);
const exchange = pageState<Promise<void> | null>(() => null);
const question = pageState<SignInQuestion | null>(() => null);

/** The consequences to confirm before a link signs in. */
export interface SignInQuestion extends SessionsPreviewAnswer {
  /** The person it would replace in this browser; null if no one is signed in. */
  readonly replaces: Me['caller'] | null;
}

/** The link would replace the signed-in person or close chats: the person decides. */
export class MustAsk extends Error {
  override readonly name = 'MustAsk';
}

/** Returns whether a link is still unused after this error, because the server never checked it. */
export const isUntried = (error: unknown): boolean => isTandemError(error) && error.isPassing;

/**
 * The code of a one-time sign-in link. It is in the URL fragment, which is never sent to a server, and is removed at
 * startup so that copied addresses and the history don't contain it.
 */
export const linkCode = {
  read: (): void => {
    code.set(CODE.exec(location.hash)?.[1] ?? null);
    if (code.get() !== null) history.replaceState(history.state, '', location.pathname + location.search);
  },
  /**
   * Signs in with the code, if there is one. All calls share one request, and there is none after the server has
   * checked the code.
   */
  exchange: async (): Promise<void> => {
    const value = code.get();
    if (value !== null) exchange.set(exchange.get() ?? exchangeOnce(value));
    await exchange.get();
  },
  /** The question to confirm, or null. */
  question: question.get,
  /** Signs in with the link after confirmation. */
  accept: async (): Promise<void> => {
    const value = code.get();
    if (value !== null) await signIn(value);
    linkCode.drop();
  },
  /** Discards the link without using it. */
  drop: (): void => {
    code.set(null);
    question.set(null);
  },
  /** Opening a link while the page is already open changes only the fragment. */
  followed: (act: () => void): void =>
    window.addEventListener('hashchange', () => CODE.test(location.hash) && act()),
};

async function exchangeOnce(value: string): Promise<void> {
  try {
    const preview = await tandem.sessions.preview({ code: value });
    const now = await signedIn();
    const replaces = now?.id === preview.member.id ? null : now;
    if (replaces || preview.closesChats) {
      question.set({ ...preview, replaces });
      throw new MustAsk();
    }
    await signIn(value);
    code.set(null);
  } catch (error) {
    if (!isUntried(error) && !(error instanceof MustAsk)) code.set(null);
    throw error;
  } finally {
    exchange.set(null);
  }
}
