import type { SourceFile } from './files/source-file.ts';
import type { SourceComment } from './items.ts';
import type { MapFile } from './map-file.ts';
import { type PlacedRecord, recordsOf } from './records.ts';
import { reportOf } from './report.ts';
import { type MappedTask, scan } from './scan.ts';
import type { Source } from './source.ts';
import { Spool } from './spool.ts';

/** The files of a source, read and checked. */
export interface PreparedImport {
  /** Number of records. */
  readonly total: number;
  /** What the import would create, for people. */
  readonly report: readonly string[];
  /** In an order in which every reference points backwards. Can be read several times. */
  records(): AsyncIterable<PlacedRecord>;
  /** Deletes temporary files. */
  close(): void;
}

/** The export of another tracker. */
export async function foreignExport(
  source: Source,
  files: readonly SourceFile[],
  map: MapFile,
): Promise<PreparedImport> {
  const spool = new Spool<MappedTask | SourceComment>();
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
