import { LIMITS } from '../../shared/text.ts';
import { MAX_VIEWS, type View, viewNameProblem, viewQueryProblem } from '../../views/view.ts';
import { digestOf } from '../merge.ts';
import type { RecordOf } from '../record.ts';
import { fitted } from '../words.ts';
import { resolveMemberId } from './people.ts';
import { type ImportUnit, idFor, importOnce, problemOf, type Taken } from './unit.ts';

/** Imports a view. A view of an unknown member becomes the caller's. */
export const importView = (unit: ImportUnit, record: RecordOf<'view'>): Promise<Taken> =>
  importOnce(unit, record, async () => {
    const { stores, by, now, warn } = unit;
    const name = fitted(record.name.trim(), LIMITS.viewName, 'name', warn).trim();
    const { query } = record;
    const problem = problemOf({ name: viewNameProblem(name), query: viewQueryProblem(query) });
    if (problem) return problem;
    const known = await resolveMemberId(unit, record, record.createdBy);
    const maker = (known ? await stores.members.byId(known) : null) ?? by;
    if ((await stores.views.countOf(maker.id, MAX_VIEWS)) >= MAX_VIEWS)
      return `Its maker has ${MAX_VIEWS} views already.`;
    const createdAt = record.createdAt ?? now;
    const view: View = {
      id: await idFor(unit, record),
      name,
      shared: record.shared ?? false,
      query,
      createdBy: { id: maker.id, name: maker.name },
      createdAt,
      updatedAt: record.updatedAt ?? createdAt,
    };
    await stores.views.insert(view);
    return { id: view.id, fields: { updatedAt: digestOf(String(view.updatedAt)) } };
  });
