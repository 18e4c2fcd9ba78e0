import type { Entry } from './ledger.ts';
import { HERE, type Rows } from './rows.ts';

interface Step {
  readonly action: string;
  readonly field: string | null;
  readonly value: string | null;
}

interface History {
  readonly number: number;
  readonly acknowledged: Step[];
  /** The last write of a task, if it was not answered; the writer then abandoned the task. */
  unanswered: Step | null;
}

const same = (a: Step | undefined, b: Step | undefined) =>
  a?.action === b?.action && a?.field === b?.field && a?.value === b?.value;

/**
 * Checks every task whose creation was acknowledged: its activity equals the ledger's entries, in order, plus at most
 * the one unanswered write; and its fields match the last entries.
 */
export function taskHistories(entries: readonly Entry[], rows: Rows): string[] {
  const problems: string[] = [];
  for (const [id, { number, acknowledged, unanswered }] of histories(entries)) {
    const activity = rows<Step>(
      // Otherwise SQLite would read the whole log for each task.
      `SELECT action, field, new_value AS value FROM events INDEXED BY events_by_entity
       WHERE ${HERE} AND entity_type = 'task' AND entity_id = ? AND entries > 0 ORDER BY seq`,
      id,
    );
    const more = activity.slice(acknowledged.length);
    const as = acknowledged.every((step, i) => same(step, activity[i]));
    const fits = more.length === 0 || (more.length === 1 && unanswered !== null && same(more[0], unanswered));
    if (!as || !fits) {
      problems.push(`task ${id} has ${JSON.stringify({ activity, acknowledged, unanswered })}`);
    }
    problems.push(...stateProblems(id, number, activity, rows));
  }
  return problems;
}

function histories(entries: readonly Entry[]): Map<string, History> {
  const found = new Map<string, History>();
  for (const entry of entries) {
    if (entry.kind === 'task' && entry.answer) {
      const created = { action: 'created', field: null, value: null };
      found.set(entry.answer.id, {
        number: entry.answer.number,
        acknowledged: [created],
        unanswered: null,
      });
    }
    const step = stepOf(entry);
    if (!step || !('task' in entry.asked)) continue;
    const history = found.get(entry.asked.task);
    // Repeated after a crash; checked with the whole ledger.
    if (!history) continue;
    if (!entry.answer) {
      history.unanswered = step;
      continue;
    }
    // Unanswered requests are repeated before anything else.
    history.acknowledged.push(step);
    history.unanswered = null;
  }
  return found;
}

function stepOf({ kind, asked }: Entry): Step | null {
  switch (kind) {
    case 'transition':
      return { action: 'transitioned', field: 'status', value: asked.to };
    case 'patch':
      return { action: 'updated', field: asked.field, value: asked.value };
    case 'comment':
      return { action: 'commented', field: null, value: null };
    case 'attach':
      return { action: 'attached', field: 'attachments', value: asked.fileName };
    default:
      return null;
  }
}

interface Task {
  number: number;
  title: string;
  description: string | null;
  status: string;
}

function stateProblems(id: string, number: number, activity: readonly Step[], rows: Rows): string[] {
  const [task] = rows<Task>(
    `SELECT number, title, description, status FROM tasks WHERE ${HERE} AND id = ?`,
    id,
  );
  if (task?.number !== number) return [`lost: task ${number}, which is ${JSON.stringify(task)}`];
  return (['title', 'description', 'status'] as const).flatMap((field) => {
    const last = activity.findLast((step) => step.field === field);
    return last && last.value !== task[field]
      ? [`task ${number} has the ${field} ${task[field]}, but its activity says ${last.value}`]
      : [];
  });
}
