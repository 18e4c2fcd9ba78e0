import type { Stores } from '../ports.ts';
import type { Criterion } from '../results/criteria.ts';
import type { Result } from '../results/result.ts';
import { currentId, withAuthor } from './members.ts';
import type { Tables } from './tables.ts';

export function resultStores(tables: Tables): Pick<Stores, 'criteria' | 'results'> {
  const { criteria, results } = tables;

  const viewCriterion = (criterion: Criterion): Criterion =>
    criterion.by ? withAuthor(tables, { ...criterion, by: criterion.by }, 'by') : criterion;
  const view = (result: Result): Result => ({
    ...withAuthor(tables, result, 'author'),
    behind: result.behind && currentId(tables, result.behind),
    review: result.review && withAuthor(tables, result.review, 'reviewer'),
  });

  return {
    criteria: {
      of: async (taskNumber) => (criteria.get(taskNumber) ?? []).map(viewCriterion),
      allOf: async (taskNumber) => (criteria.get(taskNumber) ?? []).map(viewCriterion),
      replace: async (taskNumber, list) => criteria.put(taskNumber, list),
    },
    results: {
      insert: async (result) => results.put(result.id, result),
      review: async (result) => results.put(result.id, result),
      withdraw: async (id) => {
        const result = results.get(id);
        if (result) results.put(id, { ...result, part: 'withdrawn' });
      },
      byId: async (id) => {
        const result = results.get(id);
        return result ? view(result) : null;
      },
      list: async (taskNumber, slice) => {
        const page = results.page((row) => row.taskNumber === taskNumber, slice, 'newest');
        return { ...page, items: page.items.map(view) };
      },
      last: async (taskNumber, parts) => {
        const found = results
          .filter((row) => row.taskNumber === taskNumber && parts.includes(row.part))
          .at(-1);
        return found ? view(found) : null;
      },
      lastSucceeded: async (taskNumber) => {
        const found = results
          .filter(
            ({ taskNumber: number, outcome, part }) =>
              number === taskNumber && outcome === 'succeeded' && part !== 'interim',
          )
          .reduce<Result | null>((last, row) => (last && last.createdAt > row.createdAt ? last : row), null);
        return found && view(found);
      },
      countOverridden: async (since) =>
        results.filter(
          ({ review }) => review !== null && review.override !== null && review.createdAt >= since,
        ).length,
      hasOthers: async (taskNumber, authorId) =>
        results.find(
          (row) => row.taskNumber === taskNumber && (row.author.id !== authorId || row.review !== null),
        ) !== undefined,
      hasSucceeded: async (taskNumber, since) =>
        results.find(
          (row) => row.taskNumber === taskNumber && row.outcome === 'succeeded' && row.createdAt >= since,
        ) !== undefined,
    },
  };
}
