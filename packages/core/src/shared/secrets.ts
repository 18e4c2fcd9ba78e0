import type { Secrets } from './environment.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * 43 base62 digits hold 32 bytes. Only bytes under 248 = 4 × 62 yield a digit, so that all digits are equally likely.
 */
const RANDOM_DIGITS = 43;

const CHECKSUM_DIGITS = 6;

export function base62(number: number, digits: number): string {
  let rest = number;
  let text = '';
  for (let i = 0; i < digits; i++) {
    text = BASE62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Random base62 digits. */
export function randomDigits(secrets: Secrets, count: number): string {
  let text = '';
  while (text.length < count) {
    for (const byte of secrets.randomBytes(count)) {
      if (byte < 248 && text.length < count) text += BASE62[byte % 62];
    }
  }
  return text;
}

const CRC_TABLE = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

/** Checksum of the first `length` characters. */
export function crc32(text: string, length = text.length): number {
  let crc = 0xffffffff;
  for (let i = 0; i < length; i++) {
    crc = ((CRC_TABLE[(crc ^ text.charCodeAt(i)) & 0xff] as number) ^ (crc >>> 8)) >>> 0;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** `PREFIX_ID_RANDOM` plus a checksum: 43 random base62 digits, then 6 digits of CRC-32 over everything before. */
export function newSecret(prefix: string, id: string, secrets: Secrets): string {
  const body = `${prefix}_${id}_${randomDigits(secrets, RANDOM_DIGITS)}`;
  return body + base62(crc32(body), CHECKSUM_DIGITS);
}

/** The id in a secret with this prefix, or null if its format or checksum is wrong. */
export function idInSecret(prefix: string, secret: string): string | null {
  if (secret.length > 200 || !secret.startsWith(`${prefix}_`)) return null;
  const idAt = prefix.length + 1;
  const randomAt = secret.indexOf('_', idAt) + 1;
  const id = secret.slice(idAt, randomAt - 1);
  const wellFormed =
    randomAt > idAt + 1 &&
    secret.length - randomAt === RANDOM_DIGITS + CHECKSUM_DIGITS &&
    !secret.includes('_', randomAt);
  if (!wellFormed) return null;
  const bodyEnd = secret.length - CHECKSUM_DIGITS;
  return secret.endsWith(base62(crc32(secret, bodyEnd), CHECKSUM_DIGITS)) ? id : null;
}

/** Compares two hexadecimal digests in constant time. */
export function sameDigest(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i % Math.max(1, b.length));
  return difference === 0;
}
