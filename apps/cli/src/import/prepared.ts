import type { SourceFile } from './files/text.ts';
import type { SourceComment } from './items.ts';
import type { MapFile } from './map-file.ts';
import { type Entries, type PlacedRecord, recordsOf } from './records.ts';
import { reportOf } from './report.ts';
import { type MappedTask, type Sink, scan } from './scan.ts';
import type { Source } from './source.ts';

/** The files of a source, read and checked. */
export interface PreparedImport {
  /** Number of records. */
  readonly total: number;
  /** Describes the entities that an import would create. */
  readonly report: readonly string[];
  /** In an order in which every reference points backwards. Can be read several times. */
  records(): AsyncIterable<PlacedRecord>;
  /** The folder with the contents of files, by their ids. */
  readonly contents?: string;
  /** Deletes temporary files. */
  close(): void;
}

/** Entries until they can be sent: a parent must be sent before its sub-tasks, and sources have them in any order. */
export interface Spool<Item> {
  add(item: Item): Promise<void>;
  /** All entries have been added. */
  end(): Promise<void>;
  /** In the order in which they were added. */
  items(): AsyncIterable<Item>;
  remove(): void;
}

type Entry = MappedTask | SourceComment;

/** The export of another tracker. */
export async function foreignExport(
  source: Source,
  files: readonly SourceFile[],
  map: MapFile,
  spool: Spool<Entry> & Sink & Entries = new MemorySpool<Entry>(),
): Promise<PreparedImport> {
  try {
    const plan = await scan(source.read(files, map), map, spool);
    await spool.end();
    const { people, projects, tasks, relations, comments } = plan;
    return {
      total: people.size + projects.size + tasks + relations.length + comments,
      report: reportOf(plan),
      records: () => recordsOf(plan, spool),
      close: () => spool.remove(),
    };
  } catch (error) {
    spool.remove();
    throw error;
  }
}

class MemorySpool<Item> implements Spool<Item> {
  #items: Item[] = [];

  async add(item: Item): Promise<void> {
    this.#items.push(item);
  }

  async end(): Promise<void> {}

  async *items(): AsyncGenerator<Item> {
    yield* this.#items;
  }

  remove(): void {
    this.#items = [];
  }
}
