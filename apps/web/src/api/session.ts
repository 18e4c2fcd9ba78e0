import { pageState } from '../state/page-state.ts';

/**
 * The header that names the session a request was made for; the server refuses it with the cookie of another one.
 */
export const SESSION_HEADER = 'Tandem-Session';
/** Matches any session of the browser. */
const ANY = '1';

interface Session {
  readonly id: string;
  readonly personId: string;
}

const current = pageState<Session | null>(() => null);

/**
 * The session that this tab was drawn for. The tabs of a browser share one cookie, and another tab may replace it.
 */
export const pageSession = {
  header: (): string => current.get()?.id ?? ANY,
  is: (session: Session): void => current.set(session),
  /** The next response of `me` decides whose tab this is. */
  forget: (): void => current.set(null),
  personId: (): string | undefined => current.get()?.personId,
};
