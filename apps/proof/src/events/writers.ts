import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { trace } from './problems.ts';

/** Changes a workspace until it is told to stop; each change is repeated under its key until it is acknowledged. */
export interface Writers {
  /** What each acknowledged change should have left in the feed. */
  readonly acknowledged: readonly string[];
  readonly complaints: readonly string[];
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
}

const AGAIN_MS = 50;

/** Lets so many write at a time, to tasks and now and then to an agent. */
export function startWriters(url: string, key: string, agentId: string, count: number): Writers {
  const acknowledged: string[] = [];
  const complaints: string[] = [];
  let over = false;

  // biome-ignore lint/suspicious/noExplicitAny: bodies are read as the writers need them
  const change = async (type: string, method: string, path: string, body: object): Promise<any> => {
    const once = randomUUID();
    for (;;) {
      try {
        const answer = await fetch(`${url}/api/v1/${path}`, {
          method,
          headers: {
            Authorization: `Bearer ${key}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': once,
          },
          body: JSON.stringify(body),
        });
        const told = await answer.text();
        if (answer.ok) {
          const changed = JSON.parse(told);
          acknowledged.push(trace(type, changed.id));
          return changed;
        }
        if (answer.status < 500) {
          over = true;
          complaints.push(`${method} ${path} was answered ${answer.status} ${told}`);
          return {};
        }
      } catch {
        // The server is away for a moment.
      }
      await pause(AGAIN_MS);
    }
  };

  const write = async (index: number) => {
    for (let round = 0; !over; round++) {
      const title = `Task ${index}/${round}`;
      const { taskNumber } = await change('task.created', 'POST', 'tasks', { title });
      if (over) return;
      await change('task.transitioned', 'POST', `tasks/${taskNumber}/transition`, { to: 'in_progress' });
      if (over) return;
      await change('task.updated', 'PATCH', `tasks/${taskNumber}`, { priority: 'p1', title: `${title} now` });
      if (over) return;
      if ((index + round) % 4 === 0)
        await change('agent.updated', 'PATCH', `agents/${agentId}`, { displayName: `${title} now` });
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
