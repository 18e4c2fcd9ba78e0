import { readFileSync } from 'node:fs';
import { createClient, type Tandem } from '@tandem/client';
import { CannotDo, Misused } from './ending.ts';
import { fetchOverHttp } from './fetch.ts';
import { SavedClaims } from './kept/claims.ts';
import { logins } from './kept/logins.ts';
import { note } from './output/print.ts';

export const DEFAULT_URL = 'http://127.0.0.1:4700';

/** The service that a command calls, and the key. */
export interface Connection {
  readonly url: string;
  readonly tandem: Tandem;
  readonly claims: SavedClaims;
}

/**
 * The service in the environment, or else the last login. A key is sent only to the service it was given for:
 * TANDEM_KEY to TANDEM_URL, and a saved key to the URL it was saved for.
 */
export function connect(): Connection {
  const { url, key } = place();
  return connectionTo(url, key);
}

export function connectionTo(url: string, key: string): Connection {
  return { url, tandem: clientOf(url, key), claims: new SavedClaims(url, key) };
}

/** How long a command retries temporary failures; a person is waiting. */
const RETRY_MS = 4_000;
/** Retries within this time are not reported. */
const QUIET_MS = 1_000;

export function clientOf(url: string, key: string): Tandem {
  const beganAt = performance.now();
  try {
    return createClient({
      url,
      key,
      fetch: fetchOverHttp,
      retryMs: RETRY_MS,
      onRetry: (error, pauseMs) => {
        if (performance.now() + pauseMs - beganAt < QUIET_MS) return;
        note(`${error.message} Retrying …`);
      },
    });
  } catch (error) {
    throw new Misused((error as Error).message);
  }
}

function place(): { readonly url: string; readonly key: string } {
  const named = process.env.TANDEM_URL ? normal(process.env.TANDEM_URL) : undefined;
  const key = keyOfEnvironment();
  if (key !== undefined) return { url: named ?? DEFAULT_URL, key };
  const saved = logins();
  const url = named ?? saved?.url;
  const savedKey = url === undefined ? undefined : saved?.keys[url];
  if (url !== undefined && savedKey !== undefined) return { url, key: savedKey };
  throw new CannotDo(
    url === undefined
      ? 'You are not logged in. Run tandem login, or set TANDEM_URL and TANDEM_KEY.'
      : `There is no key for ${url}. Run tandem login --url ${url}, or set TANDEM_KEY.`,
  );
}

/** Keys consist of printable ASCII characters. */
const KEY = /^[!-~]+$/;

/** The key in TANDEM_KEY, or in the file named by TANDEM_KEY_FILE. */
function keyOfEnvironment(): string | undefined {
  const { TANDEM_KEY, TANDEM_KEY_FILE } = process.env;
  if (TANDEM_KEY) return keyIn(TANDEM_KEY, 'TANDEM_KEY');
  if (!TANDEM_KEY_FILE) return undefined;
  try {
    return keyIn(readFileSync(TANDEM_KEY_FILE, 'utf8'), TANDEM_KEY_FILE);
  } catch (error) {
    if (error instanceof CannotDo) throw error;
    throw new CannotDo(
      `The key file ${TANDEM_KEY_FILE} cannot be read (${(error as NodeJS.ErrnoException).code}). TANDEM_KEY_FILE must name a file that contains only the key.`,
    );
  }
}

/** A key without the line breaks around it. */
export function keyIn(text: string, where: string): string {
  const key = text.trim();
  if (KEY.test(key)) return key;
  throw new CannotDo(`There is no key in ${where}. It must contain a key, tdm_…, and nothing else.`);
}

/** Normalizes a URL, so that equivalent URLs share a saved key. */
export function normal(url: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new Misused(`The URL of the service must start with http:// or https://, but is ${url}.`);
  }
  const { origin, pathname } = new URL(url);
  return (origin + pathname).replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}
