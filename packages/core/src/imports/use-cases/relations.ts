import type { SteadyPorts } from '../../ports.ts';
import { refusedAs } from '../../shared/refusal.ts';
import { relationAdder } from '../../steps/relate-tasks.ts';
import { edgeOf, RELATION_TYPES } from '../../tasks/relations.ts';
import type { RecordOf } from '../record.ts';
import { identityOf } from '../words.ts';
import { resolveTask } from './tasks.ts';
import { type ImportUnit, idFor, PREVIEWED, remember, skipped, type Taken } from './unit.ts';

/** Imports relations; one that the rules refuse, such as a cycle, is skipped. */
export function relationImporter(ports: SteadyPorts) {
  const add = relationAdder(ports);

  return async (unit: ImportUnit, record: RecordOf<'relation'>): Promise<Taken> => {
    const { stores, run, by } = unit;
    const externalId = identityOf(record) as string;
    const type = RELATION_TYPES.find((each) => each === record.kind);
    if (!type) return skipped(unit, `Its kind is not one of ${RELATION_TYPES.join(', ')}.`);
    const item = await stores.imports.item(run.source, 'relation', externalId);
    if (unit.preview && !item) return PREVIEWED;
    const [task, other] = [await resolveTask(unit, record.from), await resolveTask(unit, record.to)];
    if (!task || !other) return skipped(unit, 'One of its tasks is not in the source, or was deleted here.');
    const { taskNumber } = task;
    if (task.id === other.id) return skipped(unit, 'A task cannot be related to itself.');
    if (item) return { outcome: 'unchanged', id: item.entityId, taskNumber, kept: [] };
    const known = await stores.relations.ofEdge(edgeOf(taskNumber, type, other.taskNumber));
    const created = known === null;
    let id = known?.id;
    if (created) {
      const reason = await refusedAs(async () => {
        const madeOn = record.madeOn ? await resolveTask(unit, record.madeOn) : null;
        const made = {
          id: await idFor(unit, record),
          madeOn: madeOn?.id === other.id ? other.taskNumber : taskNumber,
          madeBy: record.madeBy ?? by.type,
        };
        const how = { related: { importId: run.id }, quiet: true, made };
        ({ id } = await add(stores, by, { task, type, other, ...how }));
      });
      if (reason !== null) return skipped(unit, reason);
    }
    const entityId = id as string;
    await remember(unit, { type: 'relation', externalId, entityId, created, fields: {}, taskNumber });
    return { outcome: created ? 'created' : 'unchanged', id: entityId, taskNumber, kept: [] };
  };
}
