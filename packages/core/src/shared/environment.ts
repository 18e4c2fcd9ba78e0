/* What the core needs of its surroundings beside a storage. */

/** Milliseconds since 1970, as an integer. */
export type Clock = () => number;

/** A fresh identifier; a ULID in production. */
export type NewId = () => string;

/** What keys are made of and recognised by. */
export interface Secrets {
  randomBytes(count: number): Uint8Array;
  /** The SHA-256 of a text or of bytes, in hexadecimal. */
  sha256(data: string | Uint8Array): string;
}

/** Runs something once after a while; the returned function calls it off. */
export type Schedule = (afterMs: number, run: () => void) => () => void;
