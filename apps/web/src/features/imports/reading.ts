import type { PreparedImport, Sent, SourceFile } from '@tandem/cli/import';
import { tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';

/** Sources whose exports a browser can read. */
export type SourceName = keyof ReturnType<typeof strings>['imports']['sources'];

/** Everything is kept in memory until it is sent. */
const MAX_BYTES = 100 * 1024 * 1024;

/** An import that has been read, and the people who would become external members. */
export interface Checked {
  readonly prepared: PreparedImport;
  readonly people: readonly string[];
  /** Lines that describe what the import would change. */
  readonly changes: readonly string[];
  /** The project of the last import of the source. */
  readonly project: string | undefined;
}

/** The readers are large, and few people import. */
const readers = () => import('@tandem/cli/import');

/** Reads exported files without sending anything. */
export async function check(source: SourceName, files: readonly File[]): Promise<Checked> {
  if (files.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES) throw new Error(strings().imports.tooLarge);
  const { foreignExport, lastProject, previewed, previewReport, SOURCES, sendAll, unknownPeople } =
    await readers();
  const found = SOURCES.find(({ name }) => name === source);
  if (!found) throw new Error(source);
  const prepared = await foreignExport(found, files.map(sourceFile), {});
  const people = await unknownPeople(tandem, prepared);
  const project = await lastProject(tandem, source);
  const { total, records } = prepared;
  const sent = await sendAll(previewed(tandem, source, project), records(), {
    total,
    progress: { at: () => undefined },
  });
  return { prepared, people, project, changes: previewReport(sent) };
}

const sourceFile = (file: File): SourceFile => ({
  name: file.name,
  size: file.size,
  // Not every browser can iterate over streams.
  async *bytes() {
    const reader = file.stream().getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  },
});

interface Sending {
  readonly source: SourceName;
  /** Title of the project for tasks without one. */
  readonly project: string;
  readonly signal: AbortSignal;
  /** `share` is between 0 and 1. */
  readonly onProgress: (text: string, share: number) => void;
}

/** Sends the records and finishes the import; returns what it did. */
export async function sendChecked(
  { prepared }: Checked,
  { source, project, signal, onProgress }: Sending,
): Promise<readonly string[]> {
  const { sendAll, sentReport, serverImport } = await readers();
  const receiver = await serverImport(tandem, {
    source,
    options: project.trim() === '' ? {} : { project: project.trim() },
    signal,
  });
  const sent: Sent = await sendAll(receiver, prepared.records(), {
    total: prepared.total,
    progress: { at: onProgress },
  });
  await receiver.finish();
  return sentReport(sent);
}

/** Undoes an import; returns what it removed and left. */
export async function undo(id: string): Promise<readonly string[]> {
  const { undoImport, undoReport } = await readers();
  return undoReport(await undoImport(tandem, id, () => undefined));
}
