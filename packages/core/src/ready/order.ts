import { compareText } from '../shared/text.ts';
import type { Task } from '../tasks/task.ts';

/** The fields of a task that decide when an agent is offered it. */
type Ranked = Pick<Task, 'taskNumber' | 'assignee' | 'priority' | 'dueDate' | 'work'>;

/** Tasks returned to the agent first, then those assigned to it, then unassigned ones. */
const rank = ({ work, assignee }: Ranked, agentId: string): number =>
  work.backTo === agentId ? 0 : assignee?.id === agentId ? 1 : 2;

/**
 * The order in which an agent is offered ready tasks (docs/rules.md, Claims): by rank, then priority, then due date
 * (none last), then number. The storages follow it in SQL, and their contract suite compares them with it.
 */
export const readyOrder =
  (agentId: string) =>
  (a: Ranked, b: Ranked): number =>
    rank(a, agentId) - rank(b, agentId) ||
    compareText(a.priority, b.priority) ||
    compareDue(a.dueDate, b.dueDate) ||
    a.taskNumber - b.taskNumber;

const compareDue = (a: number | null, b: number | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a - b;
