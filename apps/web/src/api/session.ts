/** The header that names the session a request was made for; the server refuses it with the cookie of another one. */
export const SESSION_HEADER = 'Tandem-Session';
/** Stands for whichever session the browser has. */
const ANY = '1';

interface Session {
  readonly id: string;
  readonly personId: string;
}

let current: Session | undefined;

/** The session that this tab was drawn for. The tabs of a browser share one cookie, and another tab may replace it. */
export const pageSession = {
  header: (): string => current?.id ?? ANY,
  is: (session: Session): void => {
    current = session;
  },
  /** The next answer of `me` decides whom the tab is drawn for. */
  forget: (): void => {
    current = undefined;
  },
  personId: (): string | undefined => current?.personId,
};
