import { cut } from '../shared/text.ts';

/** The record of a file, without its bytes. */
export interface File {
  readonly id: string;
  readonly fileName: string;
  readonly mimeType: string;
  /** In bytes. */
  readonly size: number;
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
  /** The member, or the key of a service, that uploaded it. */
  readonly uploaderId: string;
  /** The claim of the run whose key uploaded it. */
  readonly claimId?: string | undefined;
  readonly createdAt: number;
}

/** A part of a file, in bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Storage for the bytes of files. Files are written atomically. A store that is unreachable or full throws the
 * `Refusal` UNAVAILABLE.
 */
export interface FileContents {
  /** Stores a stream under an id; resolves once it is durable. A failed stream leaves nothing behind. */
  write(id: string, content: AsyncIterable<Uint8Array>): Promise<{ size: number; sha256: string }>;
  /** Opens nothing before iteration begins; missing content then throws an error with the code `ENOENT`. */
  read(id: string, range?: ByteRange): AsyncIterable<Uint8Array>;
  delete(id: string): Promise<void>;
  /** Ids of contents older than an age, for clean-up. Also deletes unfinished writes of that age. */
  olderThan(ageMs: number): AsyncIterable<string>;
}

const LONGEST_NAME = 255;
/** Control characters, and marks that change the direction of text. */
const UNSAFE = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029]/gu;

/** A file name that is safe in headers, in folders and on screen; never blank. */
export function safeFileName(name: string): string {
  const base = name.replace(UNSAFE, '').split(/[/\\]/).at(-1)?.trim() ?? '';
  return base === '' || base === '.' || base === '..' ? 'file' : cut(base, LONGEST_NAME);
}

const MIME_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** A media type in lower case without parameters; an invalid one becomes application/octet-stream. */
export function safeMimeType(type: string): string {
  const essence = (type.split(';')[0] ?? '').trim().toLowerCase();
  return MIME_TYPE.test(essence) ? essence : 'application/octet-stream';
}
