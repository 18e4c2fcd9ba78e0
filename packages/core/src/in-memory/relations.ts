import type { TaskMention } from '../tasks/mention.ts';
import { type StoredRelation, seenFrom } from '../tasks/relations.ts';
import { isOpen } from '../tasks/status.ts';
import type { RelationStore } from '../tasks/store.ts';
import type { Task } from '../tasks/task.ts';
import type { Tables } from './tables.ts';

export const touches = (taskNumber: number) => (row: StoredRelation) =>
  row.from === taskNumber || row.to === taskNumber;

/** The open tasks that block a task. */
export const openBlockersOf = ({ relations, tasks }: Tables, taskNumber: number): readonly Task[] =>
  relations
    .filter(({ kind, to }) => kind === 'blocks' && to === taskNumber)
    .map(({ from }) => tasks.get(from))
    .filter((task): task is Task => task !== undefined && isOpen(task.status));

export function relationStore(tables: Tables, mention: (task: Task) => TaskMention): RelationStore {
  const { relations, tasks } = tables;

  return {
    insert: async (relation) => relations.put(relation.id, relation),
    delete: async ({ id }) => relations.delete(id),
    byId: async (taskNumber, id) => {
      const relation = relations.get(id);
      return relation && touches(taskNumber)(relation) ? relation : null;
    },
    ofEdge: async ({ kind, from, to }) =>
      relations.find((row) => row.kind === kind && row.from === from && row.to === to) ?? null,
    setMadeBy: async (id, madeBy) => {
      const relation = relations.get(id);
      if (relation) relations.put(id, { ...relation, madeBy });
    },
    leads: async (kind, from, to) => {
      const seen = new Set<number>();
      const ahead = [from];
      for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
        if (at === to) return true;
        if (seen.has(at)) continue;
        seen.add(at);
        ahead.push(...relations.filter((row) => row.kind === kind && row.from === at).map((row) => row.to));
      }
      return false;
    },
    count: async (taskNumber, atMost) => Math.min(relations.filter(touches(taskNumber)).length, atMost),
    of: async (taskNumber) =>
      relations.filter(touches(taskNumber)).map((row) => {
        const other = tasks.get(row.from === taskNumber ? row.to : row.from) as Task;
        return seenFrom(taskNumber, row, mention(other));
      }),
    openBlockers: async (taskNumber) => openBlockersOf(tables, taskNumber).map(mention),
  };
}
