import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, createWriteStream, openSync, read, unlinkSync, type WriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CannotDo } from '../../ending.ts';
import { linesOf } from '../files/text.ts';
import type { Spool } from '../prepared.ts';

const readAt = promisify(read);
const PIECE_BYTES = 256 * 1024;

/**
 * Entries on disk until they can be sent, because sources of a gigabyte have sub-tasks before their parents. The file
 * has no name, so a killed process leaves nothing behind.
 */
export class DiskSpool<Item> implements Spool<Item> {
  readonly #descriptor: number;
  readonly #file: WriteStream;
  #isOpen = true;

  constructor() {
    const path = join(tmpdir(), `tandem-import-${randomUUID()}`);
    try {
      this.#descriptor = openSync(path, 'wx+', 0o600);
      unlinkSync(path);
    } catch (error) {
      throw full(error);
    }
    this.#file = createWriteStream('', { fd: this.#descriptor, autoClose: false });
    // Reported by `add` and `end`.
    this.#file.on('error', () => undefined);
  }

  async add(item: Item): Promise<void> {
    try {
      if (this.#file.errored) throw this.#file.errored;
      if (!this.#file.write(`${JSON.stringify(item)}\n`)) await once(this.#file, 'drain');
    } catch (error) {
      throw full(error);
    }
  }

  async end(): Promise<void> {
    try {
      this.#file.end();
      if (!this.#file.writableFinished) await once(this.#file, 'finish');
    } catch (error) {
      throw full(error);
    }
  }

  async *items(): AsyncGenerator<Item> {
    for await (const { text } of linesOf({ name: 'entries', size: 0, bytes: () => this.#bytes() }))
      yield JSON.parse(text);
  }

  /** A stream would close the file at its end. */
  async *#bytes(): AsyncGenerator<Uint8Array> {
    for (let at = 0; ; ) {
      const { bytesRead, buffer } = await readAt(
        this.#descriptor,
        Buffer.alloc(PIECE_BYTES),
        0,
        PIECE_BYTES,
        at,
      );
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  remove(): void {
    if (this.#isOpen) closeSync(this.#descriptor);
    this.#isOpen = false;
  }
}

const full = (error: unknown): CannotDo =>
  new CannotDo(`The folder ${tmpdir()} cannot be written to (${(error as NodeJS.ErrnoException).code}).`);
