import { cut } from '../shared/text.ts';

/** What is kept of a file beside its bytes. */
export interface File {
  readonly id: string;
  readonly fileName: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
  /** The member, or the key of a service, that uploaded it. */
  readonly uploaderId: string;
  readonly createdAt: number;
}

/** A part of a file, in bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the bytes of files are kept. A file is there whole or not at all. A store that cannot be reached, or has no
 * room, throws the `Refusal` UNAVAILABLE.
 */
export interface FileContents {
  /** Keeps a stream under an id; resolves once it is durable. A stream that fails leaves nothing behind. */
  write(id: string, content: AsyncIterable<Uint8Array>): Promise<{ size: number; sha256: string }>;
  /** Opens nothing before it is begun; then an error with the code `ENOENT` tells that the content is not there. */
  read(id: string, range?: ByteRange): AsyncIterable<Uint8Array>;
  delete(id: string): Promise<void>;
  /**
   * Ids that have been there for longer than some age, for sweeping. What was begun that long ago and never finished is
   * removed on the way.
   */
  olderThan(ageMs: number): AsyncIterable<string>;
}

const LONGEST_NAME = 255;
/** Control characters, and marks that make a name read in another direction than it is. */
const UNSAFE = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029]/gu;

/** A name that does no harm in a header, in a folder or before the eye; never blank. */
export function safeFileName(name: string): string {
  const base = name.replace(UNSAFE, '').split(/[/\\]/).at(-1)?.trim() ?? '';
  return base === '' || base === '.' || base === '..' ? 'file' : cut(base, LONGEST_NAME);
}

const MIME_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** A media type in lower case without parameters; what is none becomes plain bytes. */
export function safeMimeType(type: string): string {
  const essence = (type.split(';')[0] ?? '').trim().toLowerCase();
  return MIME_TYPE.test(essence) ? essence : 'application/octet-stream';
}
