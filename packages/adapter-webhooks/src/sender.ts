import { setMaxListeners } from 'node:events';
import { isIP } from 'node:net';
import { type Attempt, type AttemptOutcome, invalid, type WebhookSender } from '@tandem/core';
import { addressRule } from './addresses.ts';
import { notShown, retryAfterMs, textOf } from './answers.ts';
import type { Message } from './exchange.ts';
import { NoAnswer, wordsFor } from './failures.ts';
import { nameResolver, type Resolve } from './names.ts';
import { newSecret, signedHeaders } from './signatures.ts';
import { hostOf, urlProblem } from './urls.ts';

export interface WebhookSenderOptions {
  /** Whether messages may go over plain HTTP. */
  readonly allowHttp?: boolean | undefined;
  /** Networks, as CIDR, that may be connected to beside the open internet. */
  readonly allowNets?: readonly string[] | undefined;
  /** For a whole attempt, from the look-up of the name on. */
  readonly timeoutMs?: number | undefined;
  /** The addresses of a name; without it, what the DNS says. */
  readonly resolve?: Resolve | undefined;
  /** Certificates (PEM) to trust; without it Node's, and those that NODE_EXTRA_CA_CERTS names. */
  readonly ca?: string | undefined;
}

const TIMEOUT_MS = 15_000;

const HEADERS = {
  'content-type': 'application/json',
  // The version is that of the interface.
  'user-agent': 'Tandem/1',
  accept: '*/*',
  'accept-encoding': 'identity',
};

/**
 * Sends messages as Standard Webhooks say, and nowhere but to the open internet: a name is resolved once, every address
 * that it has must be allowed, and one of these is connected to. The URL is whoever's who may make webhooks, and so
 * are the name, its DNS and the answer: none of them can reach inside, or hold more than a connection for `timeoutMs`
 * and some kilobytes. Proxies that the environment names (`HTTPS_PROXY`) are not used. Throws `TypeError` for a
 * network that is none.
 */
export function createWebhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const { allowHttp = false, allowNets = [], timeoutMs = TIMEOUT_MS, ca } = options;
  const mayConnect = addressRule(allowNets);
  const rules = { allowHttp, mayConnect };
  // Without an open network, nothing that only the system knows could be connected to.
  const resolve = options.resolve ?? nameResolver({ systemNames: allowNets.length > 0 });
  const underWay = new Map<AbortController, Promise<AttemptOutcome>>();
  let closed = false;

  /** The message of an attempt, with addresses that were all checked. */
  const prepared = async (attempt: Attempt, signal: AbortSignal): Promise<Message> => {
    const problem = urlProblem(attempt.url, rules);
    if (problem !== undefined) throw new NoAnswer(`Nothing was sent: the URL ${problem}.`);
    const url = new URL(attempt.url);
    const headers = { ...HEADERS, ...signedHeaders(attempt) };
    const host = hostOf(url);
    const addresses = isIP(host) === 0 ? await addressesOf(host, signal) : [host];
    if (addresses.length === 0) throw new NoAnswer('The name of the receiver leads nowhere.');
    if (!addresses.every(mayConnect)) {
      throw new NoAnswer(
        'Nothing was sent: the name of the receiver leads to an address that is not public.',
      );
    }
    return { url, addresses, headers, body: attempt.body };
  };

  const addressesOf = async (host: string, signal: AbortSignal) => {
    try {
      // A copy: what is checked is what is connected to.
      return [...(await unlessStopped(signal, resolve(host, signal)))];
    } catch (error) {
      throw new NoAnswer(`The name of the receiver could not be looked up${codeIn(error)}.`);
    }
  };

  const attemptOnce = async (attempt: Attempt, signal: AbortSignal): Promise<AttemptOutcome> => {
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
      // It is not the receiver's time; what goes wrong with it is told of the attempt.
      await client().catch(() => undefined);
      const stop = new AbortController();
      const callOff = () => stop.abort(new NoAnswer('The attempt was called off before an answer came.'));
      const timeOut = () => stop.abort(new NoAnswer(`No answer came within ${timeoutMs / 1000} s.`));
      if (closed || gone?.aborted) callOff();
      // Any number of attempts may end with one signal.
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
        stop.abort(new NoAnswer('The server was stopped before an answer came.'));
      await Promise.all(outcomes);
    },
  };
}

/** A tenth of a second of loading, which a server that sends nothing need not wait for. */
const client = () => import('./exchange.ts');

const codeIn = (error: unknown): string => {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === undefined ? '' : ` (${code})`;
};

/** Rejects with the signal's reason as soon as it is raised; what comes of the work then is nobody's. */
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
