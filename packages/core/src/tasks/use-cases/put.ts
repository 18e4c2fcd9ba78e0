import type { Caller } from '../../access/caller.ts';
import type { SteadyPorts } from '../../ports.ts';
import { externalIdProblems, externalKey } from '../../shared/external-id.ts';
import { invalid, refuseProblems } from '../../shared/refusal.ts';
import type { TaskWithCriteria } from '../seen.ts';
import type { NewTask } from '../task.ts';
import { inOneUnit, type Within } from './within.ts';

/** The fields of a new task; for an existing one, only the given fields change. */
export type PutTask = Omit<NewTask, 'title'> & { readonly title?: string | undefined };

export interface PutTaskResult {
  readonly task: TaskWithCriteria;
  readonly created: boolean;
}

/**
 * Creates the task with an external id, or changes it. Repeatable; two at once create one. 400 for a status of an
 * existing task, and for an `externalId` other than the one addressed.
 */
export function taskPutter(ports: SteadyPorts, within: Within) {
  const inUnit = inOneUnit(ports, within);

  return async (caller: Caller, source: string, id: string, input: PutTask): Promise<PutTaskResult> => {
    const problems = externalIdProblems({ source, id });
    refuseProblems({ source: problems['externalId.source'], id: problems['externalId.id'] });
    const key = externalKey({ source, id });
    const { externalId } = input;
    if (externalId !== undefined && (externalId === null || externalKey(externalId) !== key))
      throw invalid({ externalId: 'must be the one in the path' });
    return inUnit(caller, async ({ tasks }, stores) => {
      const found = await stores.tasks.byExternalId(key);
      return found
        ? { task: await tasks.update(caller, found.taskNumber, input), created: false }
        : {
            task: await tasks.create(caller, {
              ...(input as NewTask),
              externalId: externalId ?? { source, id },
            }),
            created: true,
          };
    });
  };
}
