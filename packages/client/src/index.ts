import type { Options } from './calls.ts';
import { Grouped } from './operate.ts';
import type { Operations } from './operations.ts';
import { type HandIn, type HoldOptions, type Run, type RunEnd, withClaim } from './runs.ts';
import { API, type Connection } from './send.ts';
import { type Reply, type TurnEnd, type TurnRun, withTurn } from './turn-runs.ts';
import type { Briefing, ClaimedTurn } from './types.ts';

/** Where a client speaks to, and as whom. */
export interface ClientOptions {
  /** Of the service, without `/api/v1`: `https://tandem.example`, with a path where a proxy has put it below one. */
  readonly url: string;
  /** An API key, `tdm_…`. Only accepting an invitation needs none. */
  readonly key?: string | undefined;
  /** Instead of the platform's own. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Sent with every request, for a proxy that asks for them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Whether the service refuses fields and parameters that it does not know, instead of ignoring them: true unless
   * given. `false` lets a program that is newer than its service send what only newer ones know.
   */
  readonly strict?: boolean | undefined;
  /** How often a request is sent at most, where it is safe to send it again and may help: 6 unless given. */
  readonly tries?: number | undefined;
  /** For how many milliseconds it is tried again at most: 60,000 unless given. */
  readonly retryMs?: number | undefined;
  /** For how many milliseconds the service may think, beside what it was asked to wait: 30,000 unless given. */
  readonly timeoutMs?: number | undefined;
  /** Told before a request is sent again. */
  readonly onRetry?: Options['onRetry'];
}

/** A client of one service, by one key. */
export interface Tandem extends Operations {
  /**
   * Works at a task that was claimed: keeps the claim by heartbeats while `work` runs, and hands in what it returns. When
   * it throws, the task is given back with the message as a note, rests for a while, and the error is thrown on. When it
   * throws after its signal has fired, or returns nothing, the task is given back. Once the claim is lost nothing is handed in.
   */
  withClaim(
    briefing: Briefing,
    work: (run: Run) => Promise<HandIn | undefined>,
    options?: HoldOptions,
  ): Promise<RunEnd>;
  /**
   * The same for a turn of a chat: what `work` returns is the reply. When it throws, the turn fails with the message, for a
   * person waits, and the error is thrown on; after its signal has fired the turn goes back into the queue.
   */
  withTurn(
    agentId: string,
    claimed: ClaimedTurn,
    work: (run: TurnRun) => Promise<Reply | undefined>,
    options?: HoldOptions,
  ): Promise<TurnEnd>;
}

/** A client of the service at a URL. It holds nothing open: there is nothing to close. */
export function createClient(options: ClientOptions): Tandem {
  return new Client(connectionOf(options)) as Client & Operations;
}

class Client extends Grouped {
  withClaim(...given: Parameters<Tandem['withClaim']>): Promise<RunEnd> {
    return withClaim(this as unknown as Operations, ...given);
  }

  withTurn(...given: Parameters<Tandem['withTurn']>): Promise<TurnEnd> {
    return withTurn(this as unknown as Operations, ...given);
  }
}

function connectionOf({
  url,
  key,
  fetch = (input, init) => globalThis.fetch(input, init),
  headers,
  strict = true,
  tries = 6,
  retryMs = 60_000,
  timeoutMs = 30_000,
  onRetry,
}: ClientOptions): Connection {
  const bearer = key?.trim();
  // The platform would refuse it as well, and repeat it in its message.
  if (bearer && !/^[\x21-\x7e]+$/.test(bearer))
    throw new TypeError('The key holds characters that no key has.');
  return {
    base: placeOf(url) + API,
    headers: { ...headers, ...(bearer && { Authorization: `Bearer ${bearer}` }) },
    fetch,
    strict,
    tries,
    retryMs,
    timeoutMs,
    onRetry,
  };
}

/** A URL as others are made of it; the API's own path is no part of it. */
function placeOf(url: string): string {
  const place = URL.canParse(url) ? new URL(url) : undefined;
  if (!place || !/^https?:$/.test(place.protocol)) {
    throw new TypeError(
      `The URL of the service begins with http:// or https://, and not as ${JSON.stringify(url)}.`,
    );
  }
  if (place.username || place.password)
    throw new TypeError('The URL of the service holds no password: give the key.');
  return (place.origin + place.pathname).replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}

export type { Answered, Call, FileToSend, Forever, NamedContent, Options } from './calls.ts';
export { type ClientErrorCode, TandemError } from './errors.ts';
export { StopTold } from './lease.ts';
export type { Operations } from './operations.ts';
export type { CountedPage, FeedPage, FoundPage, Listing, Page } from './pages.ts';
export type { GivenBack, HandIn, HoldOptions, Run, RunEnd } from './runs.ts';
export type { EventStream, StreamOptions } from './streams.ts';
export type { Reply, TurnEnd, TurnRun } from './turn-runs.ts';
export type * from './types.ts';
