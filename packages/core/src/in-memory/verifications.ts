import type { Stores } from '../ports.ts';
import type { Page, PageSlice } from '../shared/page.ts';
import { isIndependent } from '../verifications/independence.ts';
import { isWithin } from '../verifications/signals.ts';
import type { TaskVerification } from '../verifications/verification.ts';
import { nameOf } from './members.ts';
import type { Tables } from './tables.ts';

const AT_ONCE = 100;
const MAX_VOID = 200;

export function verificationStore(tables: Tables): Stores['verifications'] {
  const { taskVerifications: rows, tasks, claims, results } = tables;

  const view = (row: TaskVerification): TaskVerification => ({
    ...row,
    taskTitle: tasks.get(row.taskNumber)?.title ?? '',
    verifier: row.verifier && { id: row.verifier.id, name: nameOf(tables, row.verifier.id) },
  });
  const withoutOutput = (row: TaskVerification): TaskVerification => ({
    ...row,
    report: row.report && { ...row.report, output: '' },
  });

  const workersOf = (taskNumber: number): readonly string[] => {
    const claiming = claims.filter((row) => row.taskNumber === taskNumber).map(({ agent }) => agent.id);
    const authors = results
      .filter((row) => row.taskNumber === taskNumber)
      .flatMap(({ author, behind }) => [author.id, ...(behind === null ? [] : [behind])]);
    return [...new Set([...claiming, ...authors])];
  };

  const newest = (test: (row: TaskVerification) => boolean, slice: PageSlice): Page<TaskVerification> => {
    const page = rows.page(test, slice, 'newest');
    return { ...page, items: page.items.map(view) };
  };

  return {
    insert: async (verification) => rows.put(verification.id, verification),
    update: async (after) => rows.put(after.id, after),
    byId: async (id) => {
      const row = rows.get(id);
      return row ? view(row) : null;
    },
    currentOf: async (taskNumber) =>
      rows.filter((row) => row.taskNumber === taskNumber && row.state !== 'void').map(view),
    voidOf: async (taskNumber) =>
      rows
        .filter((row) => row.taskNumber === taskNumber && row.state === 'void')
        .slice(-MAX_VOID)
        .map((row) => withoutOutput(view(row))),
    ofTask: async (taskNumber, slice) => newest((row) => row.taskNumber === taskNumber, slice),
    inState: async (state, slice) => newest((row) => row.state === state, slice),
    pending: async ({ prefixes, verifying }, slice) => {
      const page = rows.page(
        ({ state, artifact, taskNumber }) =>
          state === 'pending' &&
          isWithin(artifact.repository, prefixes) &&
          isIndependent(verifying, workersOf(taskNumber)),
        slice,
        'oldest',
      );
      return { ...page, items: page.items.map(view) };
    },
    workersOf: async (taskNumber) => workersOf(taskNumber),
    runningOf: async (verifierId) =>
      rows.filter(({ state, verifier }) => state === 'running' && verifier?.id === verifierId).map(view),
    expired: async (steadyNow) => {
      const end = ({ lease }: TaskVerification) => lease?.expiresAt ?? 0;
      return rows
        .filter((row) => row.state === 'running' && end(row) <= steadyNow)
        .sort((a, b) => end(a) - end(b))
        .slice(0, AT_ONCE)
        .map(view);
    },
  };
}
