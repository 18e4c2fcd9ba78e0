import type { Import, Tandem } from '@tandem/client';
import { counted } from './report.ts';

type Progress = (text: string) => void;

const PATIENCE = { retryMs: 60_000, tries: Infinity, timeoutMs: 120_000 };

/** Undoes an import. A request undoes a part of it, so an interrupted undo is continued by the next one. */
export async function undoImport(tandem: Tandem, id: string, onProgress: Progress): Promise<Import> {
  for (;;) {
    const run = await tandem.imports.undo(id, PATIENCE);
    if (run.state === 'undone') return run;
    onProgress(`Undoing: ${counted(removedBy(run), 'record')} removed …`);
  }
}

const sum = (numbers: readonly (number | undefined)[]) =>
  numbers.reduce<number>((all, one) => all + (one ?? 0), 0);

const removedBy = ({ undo }: Import) => sum(Object.values(undo?.removed ?? {}));

/** Records that an import created. */
export const createdBy = ({ counts }: Import): number =>
  sum(Object.values(counts).map((outcomes) => outcomes?.created));

/** Describes the entities that undoing removed and kept. */
export function undoReport(run: Import): string[] {
  const { left = [], leftCount = 0 } = run.undo ?? {};
  return [
    `${counted(removedBy(run), 'record')} removed, ${leftCount.toLocaleString('en-US')} left`,
    ...left.map(({ type, externalId, reason }) => `  ${type} ${externalId}: ${reason}`),
    ...(leftCount > left.length ? [`  and ${(leftCount - left.length).toLocaleString('en-US')} more`] : []),
  ];
}
