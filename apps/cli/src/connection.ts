import { readFileSync } from 'node:fs';
import { createClient, type Tandem } from '@tandem/client';
import { CannotDo, Misused } from './ending.ts';
import { KeptClaims } from './kept/claims.ts';
import { logins } from './kept/logins.ts';
import { note } from './output/print.ts';

export const DEFAULT_URL = 'http://127.0.0.1:4700';

/** The service that a command speaks to, and as whom. */
export interface Connection {
  readonly url: string;
  readonly tandem: Tandem;
  readonly claims: KeptClaims;
}

/**
 * The service that the environment names, or else the one that was logged in to. A key goes to the service alone for which
 * it was given: that of TANDEM_KEY to TANDEM_URL, and one that was kept to the URL that it was kept for.
 */
export function connect(): Connection {
  const { url, key } = place();
  return connectionTo(url, key);
}

export function connectionTo(url: string, key: string): Connection {
  return { url, tandem: clientOf(url, key), claims: new KeptClaims(url, key) };
}

/** For how long a command tries again what may pass: a person looks on. */
const RETRY_MS = 4_000;
/** From when on it is told that something is tried again. */
const QUIET_MS = 1_000;

export function clientOf(url: string, key: string): Tandem {
  const beganAt = performance.now();
  try {
    return createClient({
      url,
      key,
      retryMs: RETRY_MS,
      onRetry: (error, pauseMs) => {
        if (performance.now() + pauseMs - beganAt < QUIET_MS) return;
        note(`${error.message} Trying again …`);
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
  const kept = logins();
  const url = named ?? kept?.url;
  const keptKey = url === undefined ? undefined : kept?.keys[url];
  if (url !== undefined && keptKey !== undefined) return { url, key: keptKey };
  throw new CannotDo(
    url === undefined
      ? 'Nobody has logged in here. tandem login asks for a key and keeps it; TANDEM_URL and TANDEM_KEY do without.'
      : `There is no key for ${url}. tandem login --url ${url} asks for one and keeps it; or set TANDEM_KEY.`,
  );
}

/** What has the form of a key is plain ASCII. */
const KEY = /^[!-~]+$/;

/** The key of TANDEM_KEY, or in the file that TANDEM_KEY_FILE names. */
function keyOfEnvironment(): string | undefined {
  const { TANDEM_KEY, TANDEM_KEY_FILE } = process.env;
  if (TANDEM_KEY) return keyIn(TANDEM_KEY, 'TANDEM_KEY');
  if (!TANDEM_KEY_FILE) return undefined;
  try {
    return keyIn(readFileSync(TANDEM_KEY_FILE, 'utf8'), TANDEM_KEY_FILE);
  } catch (error) {
    if (error instanceof CannotDo) throw error;
    throw new CannotDo(
      `The key file ${TANDEM_KEY_FILE} cannot be read (${(error as NodeJS.ErrnoException).code}). TANDEM_KEY_FILE names a file that holds the key alone.`,
    );
  }
}

/** A key alone, without the ends of lines around it. */
export function keyIn(text: string, where: string): string {
  const key = text.trim();
  if (KEY.test(key)) return key;
  throw new CannotDo(`There is no key in ${where}. It holds a key, tdm_…, and nothing else.`);
}

/** An address as it is kept: without what makes no difference. */
export function normal(url: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new Misused(`The address of the service begins with http:// or https://, and not as ${url}.`);
  }
  const { origin, pathname } = new URL(url);
  return (origin + pathname).replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}
