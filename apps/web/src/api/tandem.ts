import { createClient, type TandemError } from '@tandem/client';
import { strings } from '../strings/index.ts';
import { boundFetch } from './bound-fetch.ts';
import { dedupe } from './dedupe.ts';

/** The base URL of the page and the API, which the server sets with `<base>`. */
export const HOME = new URL(document.baseURI);

/**
 * The page's only API client. Scripts can't read the session cookie. The session header, which the server requires
 * for every change, can't be sent by a form on another site.
 */
export const tandem = createClient({
  url: HOME.href,
  fetch: dedupe(boundFetch(new URL('api/v1/me', HOME))),
  // A person is waiting: report failures soon. The person, or the network coming back, starts the next try.
  tries: 3,
  retryMs: 5_000,
});

export const isTandemError = (error: unknown): error is TandemError =>
  (error as Error | null)?.name === 'TandemError';

/** The message to show for a failure: the API's messages are written for people. */
export function messageOf(error: unknown): string {
  if (isUnreachable(error)) return strings().unreachable;
  if (isTandemError(error) && error.fields) {
    const fields = Object.entries(error.fields).map(([field, problems]) => `${field} ${problems.join(', ')}`);
    if (fields.length > 0) return `${error.message} ${fields.join('; ')}`;
  }
  return error instanceof Error ? error.message : String(error);
}

/** The server refused the request. Without a response, it is unknown whether the change was made. */
export const isRefused = (error: unknown): boolean => isTandemError(error) && !error.isPassing;

/** The server didn't answer. */
export const isUnreachable = (error: unknown): boolean =>
  isTandemError(error) && error.code === 'UNREACHABLE';

/** The resource was deleted or never existed. */
export const isGone = (error: unknown): boolean => isTandemError(error) && error.status === 404;

/** The session is missing or has ended. */
export const isSignedOut = (error: unknown): boolean => isTandemError(error) && error.status === 401;

/** The surrounding program has signed in a person who is no member, so signing in again would not help. */
export const isNotMember = (error: unknown): boolean => isTandemError(error) && error.code === 'NOT_A_MEMBER';

/** The caller lacks a permission, so a retry would fail too. */
export const isForbidden = (error: unknown): boolean => isTandemError(error) && error.status === 403;
