import { HOME } from './tandem.ts';

const OWNER_KEY = 'tandem-last-session';
/** Named by the page's path, because several apps can share an origin. */
export const STORE = `tandem-data ${HOME.pathname}`;

/**
 * The data that the page last showed, stored in the browser for opening it offline (offline/). It belongs to one
 * session: it is deleted when that session ends here or another one begins, and never shown to another session.
 */
export const lastShown = {
  /** The session whose data may be stored and shown. */
  owner: (): string | null => localStorage.getItem(OWNER_KEY),
  /** Called with the session of each response of `me`. */
  belongTo: (sessionId: string): void => {
    if (lastShown.owner() === sessionId) return;
    lastShown.forget();
    localStorage.setItem(OWNER_KEY, sessionId);
  },
  /** Without an owner, data that a suspended tab stores later isn't shown either. */
  forget: (): void => {
    localStorage.removeItem(OWNER_KEY);
    // Browsers offer it in secure contexts only, as they do service workers.
    if ('caches' in globalThis) caches.delete(STORE).catch(() => undefined);
  },
};
