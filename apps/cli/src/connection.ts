import { readFileSync } from 'node:fs';
import { createClient, type Tandem } from '@tandem/client';
import { CannotDo, Misused } from './ending.ts';
import { fetchOverHttp } from './fetch.ts';
import { fetchAsRun, type OutsideRun } from './fetch-as-run.ts';
import { agentKey } from './kept/agent-keys.ts';
import { SavedClaims } from './kept/claims.ts';
import { logins } from './kept/logins.ts';
import { note } from './output/print.ts';

export const DEFAULT_URL = 'http://127.0.0.1:4700';

/** The service that a command calls, and the key. */
export interface Connection {
  readonly url: string;
  /** Requests about a claimed task have the key of its run. */
  readonly tandem: Tandem;
  readonly claims: SavedClaims;
  /** All requests but those for work have the key of this task's run, if it is claimed here. */
  of(task: string): Tandem;
}

/** An agent whose key `tandem agent setup` saved. */
export interface AsAgent {
  readonly agent?: string;
  readonly url?: string;
  /** Whether to ignore TANDEM_AGENT. */
  readonly person?: true;
}

/**
 * The service in the environment, or else the named agent's, or else the last login. A key is sent only to the service
 * it was given for: TANDEM_KEY to TANDEM_URL, and a saved key to the URL it was saved for.
 */
export function connect(as: AsAgent = {}, outside: OutsideRun = 'by the own key'): Connection {
  const { url, key } = place(as);
  const claims = new SavedClaims(url, key);
  const tandem = (of?: string) => clientOf(url, key, fetchAsRun({ key, claims, outside, of }));
  return { url, tandem: tandem(), claims, of: tandem };
}

/** The URL of the environment or of the last login. */
export function serviceUrl(): string {
  const hasKey = Boolean(process.env.TANDEM_KEY || process.env.TANDEM_KEY_FILE);
  return urlOfEnvironment() ?? (hasKey ? undefined : logins()?.url) ?? DEFAULT_URL;
}

const urlOfEnvironment = (): string | undefined =>
  process.env.TANDEM_URL ? normal(process.env.TANDEM_URL) : undefined;

/** How long a command retries temporary failures; a person is waiting. */
const RETRY_MS = 4_000;
/** Retries within this time are not reported. */
const QUIET_MS = 1_000;

export function clientOf(url: string, key: string, fetch = fetchOverHttp): Tandem {
  const beganAt = performance.now();
  try {
    return createClient({
      url,
      key,
      fetch,
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

function place(as: AsAgent): { readonly url: string; readonly key: string } {
  const named = urlOfEnvironment();
  const key = keyOfEnvironment();
  if (key !== undefined) return { url: named ?? DEFAULT_URL, key };
  const agent = as.agent ?? (as.person ? undefined : process.env.TANDEM_AGENT);
  if (agent) return placeOfAgent(agent, as.url === undefined ? serviceUrl() : normal(as.url));
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

function placeOfAgent(agent: string, url: string): { readonly url: string; readonly key: string } {
  const key = agentKey(url, agent);
  if (key !== undefined) return { url, key };
  throw new CannotDo(
    `There is no key for the agent ${agent} at ${url} on this machine. Run tandem agent setup with --agent ${agent}.`,
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
