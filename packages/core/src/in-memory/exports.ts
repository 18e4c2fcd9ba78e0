import type { Scanned, ScannedType } from '../exports/record.ts';
import type { Stores } from '../ports.ts';
import { pageOf } from '../shared/page.ts';
import { compareText } from '../shared/text.ts';
import type { Tables } from './tables.ts';

type Rows = { readonly [Type in ScannedType]: () => readonly Promise<Scanned[Type] | null>[] };

/** Reads each entity through the store that joins what it refers to. */
export function exportStore(tables: Tables, stores: Omit<Stores, 'exports'>): Stores['exports'] {
  const all = () => true;
  const byTask = (a: { readonly taskNumber: number }, b: { readonly taskNumber: number }) =>
    a.taskNumber - b.taskNumber;
  const rows: Rows = {
    member: () => tables.members.filter(all).map(async (row) => (await stores.members.byId(row.id)) ?? row),
    label: () => tables.labels.filter(all).map(async (row) => row),
    initiative: () => tables.initiatives.filter(all).map(({ id }) => stores.initiatives.byId(id)),
    goal: () => tables.goals.filter(all).map(({ id }) => stores.goals.byId(id)),
    verification: () => tables.verifications.filter(all).map(async (row) => row),
    project: () => tables.projects.filter(all).map(({ id }) => stores.projects.byId(id)),
    file: () => tables.files.filter(all).map(async (row) => row),
    task: () =>
      tables.tasks
        .filter(all)
        .sort(byTask)
        .map(({ taskNumber }) => stores.tasks.byNumber(taskNumber)),
    relation: () => tables.relations.filter(all).map(async (row) => row),
    comment: () =>
      tables.comments
        .filter(all)
        .sort(byTask)
        .map(({ taskNumber, id }) => stores.comments.byId(taskNumber, id)),
    attachment: () =>
      tables.attachments
        .filter(all)
        .sort(byTask)
        .map(({ taskNumber, id }) => stores.attachments.byId(taskNumber, id)),
    criterion: () =>
      tables.tasks
        .filter(all)
        .sort(byTask)
        .flatMap(({ taskNumber }) => criteriaOf(taskNumber)),
    result: () =>
      tables.results
        .filter(all)
        .sort(byTask)
        .map(({ id }) => stores.results.byId(id)),
    question: () =>
      tables.questions
        .filter(all)
        .sort((a, b) => byTask(a.task, b.task))
        .map(({ id }) => stores.questions.byId(id)),
    attempt: () =>
      tables.claims
        .filter(all)
        .sort(byTask)
        .map(({ id, taskNumber }) =>
          stores.attempts.byNumber(taskNumber, tables.attempts.get(id)?.ordinal ?? 0),
        ),
    checkpoint: () =>
      tables.tasks
        .filter(({ taskNumber }) => tables.checkpoints.get(taskNumber) !== undefined)
        .sort(byTask)
        .map(async ({ taskNumber }) => {
          const text = await stores.claims.checkpoint(taskNumber);
          return text === null ? null : { taskNumber, text };
        }),
    subscription: () =>
      tables.subscriptions
        .filter(all)
        .sort((a, b) => byTask(a, b) || compareText(a.memberId, b.memberId))
        .map(async (row) => row),
  };
  const criteriaOf = (taskNumber: number) => {
    const criteria = stores.criteria.of(taskNumber);
    const count = tables.criteria.get(taskNumber)?.length ?? 0;
    return Array.from({ length: count }, async (_, i) => {
      const criterion = (await criteria)[i];
      return criterion ? { ...criterion, taskNumber } : null;
    });
  };
  return {
    scan: async (type, { limit, after }) => {
      const from = Number(after ?? 0);
      const found = (await Promise.all(rows[type]())).filter((row) => row !== null);
      const page = pageOf(
        found.slice(from, from + limit + 1).map((row, i) => ({ row, at: from + i + 1 })),
        limit,
        ({ at }) => at,
      );
      return { ...page, items: page.items.map(({ row }) => row) } as never;
    },
  };
}
