import { createClient } from '@tandem/client';
import { trace } from './problems.ts';

/** Changes a workspace until told to stop; each change is repeated with its key until it is acknowledged. */
export interface Writers {
  /** The expected feed entries of each acknowledged change. */
  readonly acknowledged: readonly string[];
  readonly complaints: readonly string[];
  /** Resolves when no request is in flight. */
  stop(): Promise<void>;
}

/** Starts concurrent writers that change tasks, and now and then an agent. */
export function startWriters(url: string, key: string, agentId: string, count: number): Writers {
  const acknowledged: string[] = [];
  const complaints: string[] = [];
  let over = false;
  const { tasks, agents } = createClient({ url, key, tries: Infinity, retryMs: Infinity });

  /** The changed resource; `null` if it was refused, which stops all writers. */
  const change = async <Changed extends { readonly id: string }>(
    type: string,
    changing: Promise<Changed>,
  ): Promise<Changed | null> => {
    try {
      const changed = await changing;
      acknowledged.push(trace(type, changed.id));
      return changed;
    } catch (error) {
      over = true;
      complaints.push(`${type}: ${error}`);
      return null;
    }
  };

  const write = async (index: number) => {
    for (let round = 0; !over; round++) {
      const title = `Task ${index}/${round}`;
      const made = await change('task.created', tasks.create({ title }));
      if (!made || over) return;
      const { taskNumber } = made;
      await change('task.transitioned', tasks.transition(taskNumber, { to: 'in_progress' }));
      if (over) return;
      await change('task.updated', tasks.update(taskNumber, { priority: 'p1', title: `${title} now` }));
      if (over) return;
      if ((index + round) % 4 === 0)
        await change('agent.updated', agents.update(agentId, { displayName: `${title} now` }));
    }
  };
  const working = Promise.all(Array.from({ length: count }, (_, i) => write(i)));
  return {
    acknowledged,
    complaints,
    stop: async () => {
      over = true;
      await working;
    },
  };
}
