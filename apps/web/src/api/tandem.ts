import { createClient, type TandemError } from '@tandem/client';
import { strings } from '../strings/index.ts';
import { boundFetch } from './bound-fetch.ts';
import { dedupe } from './dedupe.ts';

/** Where the page is, and so the API: the server says it by `<base>`. */
export const HOME = new URL(document.baseURI);

/**
 * The one client of the page. Its session is a cookie that no script can read; the header that names the session is what no
 * form of another page can send, and the server asks for it with every change.
 */
export const tandem = createClient({
  url: HOME.href,
  fetch: dedupe(boundFetch(new URL('api/v1/me', HOME))),
  // A person waits: what fails is told soon, and tried again by hand or when the network is back.
  tries: 3,
  retryMs: 5_000,
});

export const isTandemError = (error: unknown): error is TandemError =>
  (error as Error | null)?.name === 'TandemError';

/** What to tell a person of a failure: the API's messages are written for people. */
export function messageOf(error: unknown): string {
  if (isTandemError(error) && error.code === 'UNREACHABLE') return strings.unreachable;
  if (isTandemError(error) && error.fields) {
    const fields = Object.entries(error.fields).map(([field, problems]) => `${field} ${problems.join(', ')}`);
    if (fields.length > 0) return `${error.message} ${fields.join('; ')}`;
  }
  return error instanceof Error ? error.message : String(error);
}

/** Whether the server has said no. Without an answer nobody knows whether something was done. */
export const isRefused = (error: unknown): boolean => isTandemError(error) && !error.isPassing;

/** Whether it is there no longer, or never was. */
export const isGone = (error: unknown): boolean => isTandemError(error) && error.status === 404;

/** Whether nobody is signed in, or no longer. */
export const isSignedOut = (error: unknown): boolean => isTandemError(error) && error.status === 401;

/** Whether the server has refused it for want of a right: another try comes to the same. */
export const isForbidden = (error: unknown): boolean => isTandemError(error) && error.status === 403;
