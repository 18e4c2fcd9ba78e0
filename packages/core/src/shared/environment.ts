/* The environment that the core requires, apart from a storage. */

/** Milliseconds since 1970, as an integer. */
export type Clock = () => number;

/** A fresh identifier; a ULID in production. */
export type NewId = () => string;

/** Functions to generate and verify secrets. */
export interface Secrets {
  randomBytes(count: number): Uint8Array;
  /** The SHA-256 of a text or of bytes, in hexadecimal. */
  sha256(data: string | Uint8Array): string;
}

/** Runs a function once after a delay; the returned function cancels it. */
export type Schedule = (afterMs: number, run: () => void) => () => void;

/** Receives problems that no caller is told about. `console` is one, and so is a pino logger. */
export interface Logger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Sources of ids, secrets and times for keys, sessions and invitations. `Ports` provides it. */
export interface Environment {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly secrets: Secrets;
}
