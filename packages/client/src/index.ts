import type { Options } from './calls.ts';
import { Grouped } from './operate.ts';
import type { Operations } from './operations.ts';
import { type HandIn, type HoldOptions, type Run, type RunEnd, withClaim } from './runs.ts';
import { API, type Connection } from './send.ts';
import { type Reply, type TurnEnd, type TurnRun, withTurn } from './turn-runs.ts';
import type { Briefing, ClaimedTurn, ClaimedVerification } from './types.ts';
import {
  type Finding,
  type VerificationEnd,
  type VerificationRun,
  withVerification,
} from './verification-runs.ts';

/** The service, the key and the settings of a client. */
export interface ClientOptions {
  /**
   * URL of the service without `/api/v1`, such as `https://tandem.example`, including any path prefix of a
   * proxy.
   */
  readonly url: string;
  /** An API key, `tdm_…`. Not needed only to accept an invitation. */
  readonly key?: string | undefined;
  /** Replaces the platform's fetch. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Sent with every request, for example for a proxy that requires them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Whether the service rejects unknown fields and parameters instead of ignoring them; true by default. With
   * `false`, a
   * program can send fields that an older service does not know.
   */
  readonly strict?: boolean | undefined;
  /** Maximum number of tries for a request that can safely be retried; 6 by default. */
  readonly tries?: number | undefined;
  /** Maximum milliseconds during which requests are retried; 60,000 by default. */
  readonly retryMs?: number | undefined;
  /** Maximum milliseconds to wait for a response, in addition to the requested `wait`; 30,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Called before a retry. */
  readonly onRetry?: Options['onRetry'];
}

/** A client of one service with one key. */
export interface Tandem extends Operations {
  /**
   * Works on a claimed task: sends heartbeats while `work` runs, then posts what it returns as the result. If
   * `work` throws,
   * the task is released with the error message as a note, rests for a while, and the error is rethrown. If
   * `work` throws after
   * its signal has fired, or returns nothing, the task is released. Once the claim is lost, no result is
   * posted.
   */
  withClaim(
    briefing: Briefing,
    work: (run: Run) => Promise<HandIn | undefined>,
    options?: HoldOptions,
  ): Promise<RunEnd>;
  /**
   * The same for a turn of a chat: the return value of `work` is the reply. If `work` throws, the turn fails with the
   * error message, because a person is waiting, and the error is rethrown; after the signal has fired, the turn returns
   * to the queue.
   */
  withTurn(
    agentId: string,
    claimed: ClaimedTurn,
    work: (run: TurnRun) => Promise<Reply | undefined>,
    options?: HoldOptions,
  ): Promise<TurnEnd>;
  /**
   * The same for a verification: the return value of `work` is the report. If `work` throws, returns nothing, or its
   * signal has fired, the verification is released for another verifier.
   */
  withVerification(
    claimed: ClaimedVerification,
    work: (run: VerificationRun) => Promise<Finding | undefined>,
    options?: HoldOptions,
  ): Promise<VerificationEnd>;
}

/** Creates a client of the service at a URL. It keeps no resources open, so it need not be closed. */
export function createClient(options: ClientOptions): Tandem {
  return new Client(options) as Client & Operations;
}

class Client extends Grouped {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    super(connectionOf(options));
    this.#options = options;
  }

  withClaim(...given: Parameters<Tandem['withClaim']>): Promise<RunEnd> {
    const byKey = (key: string) => createClient({ ...this.#options, key });
    return withClaim(this as unknown as Operations, byKey, ...given);
  }

  withTurn(...given: Parameters<Tandem['withTurn']>): Promise<TurnEnd> {
    return withTurn(this as unknown as Operations, ...given);
  }

  withVerification(...given: Parameters<Tandem['withVerification']>): Promise<VerificationEnd> {
    return withVerification(this as unknown as Operations, ...given);
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
  // The platform would reject it as well, but repeat the key in its message.
  if (bearer && !/^[\x21-\x7e]+$/.test(bearer)) throw new TypeError('The key contains invalid characters.');
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

/** Normalizes the URL of the service, without the API's own path. */
function placeOf(url: string): string {
  const place = URL.canParse(url) ? new URL(url) : undefined;
  if (!place || !/^https?:$/.test(place.protocol)) {
    throw new TypeError(
      `The URL of the service must start with http:// or https://, but got ${JSON.stringify(url)}.`,
    );
  }
  if (place.username || place.password)
    throw new TypeError('The URL of the service must not contain a password. Pass the key instead.');
  return (place.origin + place.pathname).replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}

export type { Answered, Call, FileToSend, Forever, NamedContent, Options } from './calls.ts';
export { type ClientErrorCode, type HostErrorCode, TandemError } from './errors.ts';
export { StopRequested } from './lease.ts';
export type { Operations } from './operations.ts';
export type { CountedPage, FeedPage, FoundPage, Listing, Page } from './pages.ts';
export type { GivenBack, HandIn, HoldOptions, Run, RunEnd } from './runs.ts';
export type { EventStream, StreamOptions } from './streams.ts';
export type { Reply, TurnEnd, TurnRun } from './turn-runs.ts';
export type * from './types.ts';
export * from './values.ts';
export type { Finding, VerificationEnd, VerificationRun } from './verification-runs.ts';
