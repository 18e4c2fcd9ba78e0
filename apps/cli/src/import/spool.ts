import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, type WriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { linesOf } from './files/source-file.ts';

/**
 * Entries on disk until they can be sent: a parent must be sent before its sub-tasks, and sources of a gigabyte have
 * them in any order.
 */
export class Spool<Item> {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tandem-import-'));
  readonly #path = join(this.#folder, 'entries.jsonl');
  readonly #file: WriteStream = createWriteStream(this.#path, { mode: 0o600 });

  constructor() {
    // Reported by `end` and `add`.
    this.#file.on('error', () => undefined);
  }

  async add(item: Item): Promise<void> {
    if (!this.#file.write(`${JSON.stringify(item)}\n`)) await once(this.#file, 'drain');
  }

  async end(): Promise<void> {
    this.#file.end();
    await finished(this.#file);
  }

  async *items(): AsyncGenerator<Item> {
    for await (const { text } of linesOf({ name: 'entries', path: this.#path, size: 0 }))
      yield JSON.parse(text);
  }

  remove(): void {
    this.#file.destroy();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
