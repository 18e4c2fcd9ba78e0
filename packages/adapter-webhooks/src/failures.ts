/** Why no response arrived, for an admin. The message reveals nothing about the internal network. */
export class NoAnswer extends Error {}

const CUT = 'The connection was closed before a response arrived.';
const NO_HTTP = 'The receiver did not respond with valid HTTP.';
const UNREACHABLE = 'The receiver is unreachable.';

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: CUT,
  EPIPE: CUT,
  UND_ERR_SOCKET: CUT,
  ETIMEDOUT: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: NO_HTTP,
  UND_ERR_HEADERS_OVERFLOW: 'The response headers are too large.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the receiver is for another name.',
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired.',
};

/** By pattern of the code: OpenSSL's certificate checks, and its protocol errors. */
const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [/CERT|^UNABLE_TO_|ISSUER/, 'The certificate of the receiver cannot be trusted'],
  [/^(ERR_SSL|ERR_TLS|EPROTO)/, 'The TLS connection failed'],
];

export function wordsFor(error: unknown): string {
  if (error instanceof NoAnswer) return error.message;
  if ((error as Error | null)?.name === 'HTTPParserError') return NO_HTTP;
  const code = String((error as NodeJS.ErrnoException | null)?.code ?? 'unknown error');
  const words = WORDS[code];
  if (words !== undefined) return words;
  const [, begin = 'Nothing could be sent'] = BEGINNINGS.find(([pattern]) => pattern.test(code)) ?? [];
  return `${begin} (${code}).`;
}
