import { createRequire } from 'node:module';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Location } from './bucket-url.ts';
import { S3Trouble } from './trouble.ts';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

type Sdk = typeof import('@aws-sdk/client-s3');

/** Sent with each request. */
export interface Limits {
  readonly requestTimeout: number;
  readonly abortSignal: AbortSignal;
}

/** Sends a request and retries it if that may help; `ms` is the limit per attempt. Throws `S3Trouble`. */
export type Ask = <Answer>(
  doing: string,
  send: (client: S3Client, sdk: Sdk, limits: Limits) => Promise<Answer>,
  ms?: number,
) => Promise<Answer>;

const ATTEMPTS = 3;
const CONNECTING_MS = 5_000;
/** More than are ever in use: a download holds a socket for as long as its client reads. */
const SOCKETS = 2_000;

/**
 * A client that loads the SDK on its first request, because that takes about 200 ms and 25 MB. It uses `require`:
 * `import` fails in code from V8's code cache.
 */
export function lazyClient(options: Options, timeoutMs: number): { ask: Ask; close: () => void } {
  let opened: { sdk: Sdk; client: S3Client } | undefined;
  const open = () => {
    if (opened) return opened;
    const sdk = createRequire(import.meta.url)('@aws-sdk/client-s3') as Sdk;
    opened = { sdk, client: new sdk.S3Client(configOf(options, timeoutMs)) };
    return opened;
  };
  return {
    ask: async (doing, send, ms = timeoutMs) => {
      const { client, sdk } = open();
      // The extra time covers credential lookup and the pauses between attempts.
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), ms * (ATTEMPTS + 1));
      try {
        return await send(client, sdk, { requestTimeout: ms, abortSignal: deadline.signal });
      } catch (error) {
        throw new S3Trouble(doing, deadline.signal.aborted ? timedOut() : error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => opened?.client.destroy(),
  };
}

type Options = Omit<S3Location, 'bucket' | 'prefix'> & { readonly credentials?: Credentials | undefined };

const timedOut = () => Object.assign(new Error('no response arrived in time'), { name: 'TimeoutError' });

function configOf({ endpoint, region, pathStyle, credentials }: Options, timeoutMs: number): S3ClientConfig {
  const agent = { keepAlive: true, maxSockets: SOCKETS };
  const where = region ?? (endpoint ? 'us-east-1' : undefined);
  return {
    ...(where && { region: where }),
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    forcePathStyle: pathStyle ?? endpoint !== undefined,
    followRegionRedirects: true,
    maxAttempts: ATTEMPTS,
    // The SHA-256 in the signature covers every request's body, and every S3 server verifies it. Some servers reject
    // the CRC trailers that the SDK would add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: Math.min(CONNECTING_MS, timeoutMs),
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  };
}
