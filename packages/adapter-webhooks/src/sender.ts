import { setMaxListeners } from 'node:events';
import { isIP } from 'node:net';
import { type AttemptOutcome, type DeliveryAttempt, invalid, type WebhookSender } from '@tandem/core';
import { addressRule } from './addresses.ts';
import { notShown, retryAfterMs, textOf } from './answers.ts';
import type { Message } from './exchange.ts';
import { NoAnswer, wordsFor } from './failures.ts';
import { nameResolver, type Resolve } from './names.ts';
import { newSecret, signedHeaders } from './signatures.ts';
import { hostOf, urlProblem } from './urls.ts';

export interface WebhookSenderOptions {
  /** True to allow plain HTTP. */
  readonly allowHttp?: boolean | undefined;
  /** Networks (CIDR) that may be connected to, in addition to the public internet. */
  readonly allowNets?: readonly string[] | undefined;
  /** Limit for a whole attempt, including name resolution. */
  readonly timeoutMs?: number | undefined;
  /** Resolves a name; by default through the DNS. */
  readonly resolve?: Resolve | undefined;
  /** Trusted certificates (PEM); by default Node's and those in NODE_EXTRA_CA_CERTS. */
  readonly ca?: string | undefined;
}

const TIMEOUT_MS = 15_000;

const HEADERS = {
  'content-type': 'application/json',
  // The version of the webhook API.
  'user-agent': 'Tandem/1',
  accept: '*/*',
  'accept-encoding': 'identity',
};

/**
 * Sends messages in the Standard Webhooks format, to the public internet only: a name is resolved once, all its
 * addresses must be allowed, and the connection goes to one of them. The URL comes from the webhook's creator, who may
 * also control its name, DNS and response. None of these can reach internal addresses, or occupy more than one
 * connection for `timeoutMs` and a few kilobytes. Proxies in the environment (`HTTPS_PROXY`) are ignored. Throws
 * `TypeError` for an invalid network.
 */
export function createWebhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const { allowHttp = false, allowNets = [], timeoutMs = TIMEOUT_MS, ca } = options;
  const mayConnect = addressRule(allowNets);
  const rules = { allowHttp, mayConnect };
  // Without an allowed network, no name that only the system knows could be connected to.
  const resolve = options.resolve ?? nameResolver({ systemNames: allowNets.length > 0 });
  const underWay = new Map<AbortController, Promise<AttemptOutcome>>();
  let closed = false;

  /** The message of an attempt, with validated addresses. */
  const prepared = async (attempt: DeliveryAttempt, signal: AbortSignal): Promise<Message> => {
    const problem = urlProblem(attempt.url, rules);
    if (problem !== undefined) throw new NoAnswer(`Nothing was sent: the URL ${problem}.`);
    const url = new URL(attempt.url);
    const headers = { ...HEADERS, ...signedHeaders(attempt) };
    const host = hostOf(url);
    const addresses = isIP(host) === 0 ? await addressesOf(host, signal) : [host];
    if (addresses.length === 0) throw new NoAnswer("The receiver's host name has no addresses.");
    if (!addresses.every(mayConnect)) {
      throw new NoAnswer(
        "Nothing was sent: the receiver's host name resolves to an address that is not public.",
      );
    }
    return { url, addresses, headers, body: attempt.body };
  };

  const addressesOf = async (host: string, signal: AbortSignal) => {
    try {
      // A copy, so that the validated addresses are the ones connected to.
      return [...(await unlessStopped(signal, resolve(host, signal)))];
    } catch (error) {
      throw new NoAnswer(`The receiver's host name could not be looked up${codeIn(error)}.`);
    }
  };

  const attemptOnce = async (attempt: DeliveryAttempt, signal: AbortSignal): Promise<AttemptOutcome> => {
    const since = performance.now();
    const passed = () => Math.round(performance.now() - since);
    try {
      signal.throwIfAborted();
      const message = await prepared(attempt, signal);
      const { exchange } = await client();
      return await exchange(message, { ca, signal }, async ({ code, header, begin }) => {
        const answer = notShown(code, header) ?? textOf(await begin());
        const durationMs = passed();
        const retryAfter = retryAfterMs(header('retry-after'), attempt.timestamp + durationMs);
        return { ok: code >= 200 && code < 300, code, durationMs, answer, retryAfterMs: retryAfter };
      });
    } catch (error) {
      const answer = wordsFor(signal.aborted ? signal.reason : error);
      return { ok: false, code: null, durationMs: passed(), answer, retryAfterMs: null };
    }
  };

  return {
    send: async (attempt, gone) => {
      // Loading does not count against the receiver's time; an error shows up in the attempt.
      await client().catch(() => undefined);
      const stop = new AbortController();
      const callOff = () => stop.abort(new NoAnswer('The attempt was canceled before a response arrived.'));
      const timeOut = () => stop.abort(new NoAnswer(`No response arrived within ${timeoutMs / 1000} s.`));
      if (closed || gone?.aborted) callOff();
      // Many attempts may share a signal.
      if (gone) setMaxListeners(0, gone);
      gone?.addEventListener('abort', callOff, { once: true });
      const timer = setTimeout(timeOut, timeoutMs);
      const outcome = attemptOnce(attempt, stop.signal);
      underWay.set(stop, outcome);
      try {
        return await outcome;
      } finally {
        underWay.delete(stop);
        clearTimeout(timer);
        gone?.removeEventListener('abort', callOff);
      }
    },
    checkUrl: (url) => {
      const problem = urlProblem(url, rules);
      if (problem !== undefined) throw invalid({ url: problem });
    },
    newSecret,
    close: async () => {
      closed = true;
      const outcomes = [...underWay.values()];
      for (const stop of underWay.keys())
        stop.abort(new NoAnswer('The server stopped before a response arrived.'));
      await Promise.all(outcomes);
    },
  };
}

/** Takes about 100 ms to load, so a server that sends no webhooks skips it. */
const client = () => import('./exchange.ts');

const codeIn = (error: unknown): string => {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === undefined ? '' : ` (${code})`;
};

/** Rejects with the signal's reason as soon as it aborts; the result of the work is then ignored. */
async function unlessStopped<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let stop: (() => void) | undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    if (signal.aborted) stop?.();
    return await Promise.race([work, stopped]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
  }
}
