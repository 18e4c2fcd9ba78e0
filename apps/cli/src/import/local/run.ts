import type { Import, Tandem } from '@tandem/client';
import { showProgress } from '../../output/progress.ts';
import type { PreparedImport } from '../prepared.ts';
import { serverImport } from '../receiver.ts';
import { type Sent, sendAll } from '../send.ts';
import { withContents } from './contents.ts';

export interface RunOptions {
  readonly source: string;
  /** Title of the project for tasks without one. */
  readonly project: string | undefined;
  readonly signal?: AbortSignal;
  /** Records of a request. */
  readonly maxRecords?: number;
}

/** Sends the records of a source, shows the progress, and finishes the import. */
export async function runImport(
  tandem: Tandem,
  { total, records, contents }: PreparedImport,
  { source, project, signal, maxRecords }: RunOptions,
): Promise<{ readonly sent: Sent; readonly run: Import }> {
  const progress = showProgress();
  try {
    const server = await serverImport(tandem, {
      source,
      options: project === undefined ? {} : { project },
      signal,
      onRetry: ({ message }) => progress.at(`${message} Retrying …`),
    });
    const receiver = contents === undefined ? server : withContents(server, tandem, contents);
    const sent = await sendAll(receiver, records(), { total, progress, maxRecords });
    return { sent, run: await server.finish() };
  } finally {
    progress.end();
  }
}
