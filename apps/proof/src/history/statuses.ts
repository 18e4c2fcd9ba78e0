import { contradiction, groupedBy, type Move, type Mover } from './record.ts';

/** One status change of a task, as the service reports it. */
export interface Step {
  readonly from: string | null;
  readonly to: string | null;
  readonly by: string;
}

/** A task in its final state, its changes oldest first. */
export interface Moved {
  readonly task: number;
  readonly status: string;
  /** From the task's activity. */
  readonly steps: readonly Step[];
  /** From a subscriber's notifications, which contain the reasons. */
  readonly notified: readonly (Step & { readonly reason: string | null })[];
}

/** A second copy of the API's table of transitions; an agent may not move to done unless that is enabled. */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  backlog: ['todo', 'in_progress', 'canceled'],
  todo: ['backlog', 'in_progress', 'waiting', 'canceled'],
  in_progress: ['backlog', 'todo', 'waiting', 'done', 'canceled'],
  waiting: ['backlog', 'todo', 'in_progress', 'done', 'canceled'],
  done: ['todo'],
  canceled: ['backlog'],
};
const allowed = (from: string, to: string, by: string): boolean =>
  (TARGETS[from] ?? []).includes(to) &&
  (by === 'human' || !(from === 'done' || from === 'canceled')) &&
  !(by === 'agent' && to === 'done');

/** The problems in the status changes of tasks that began as todo. */
export function statusProblems(moves: readonly Move[], tasks: readonly Moved[]): string[] {
  const asked = groupedBy(moves, ({ task }) => task);
  return tasks.flatMap((task) => [
    ...chainProblems(task),
    ...answerProblems(task, asked.get(task.task) ?? []),
  ]);
}

export function chainProblems({ task, status, steps, notified }: Moved): string[] {
  const problems: string[] = [];
  let at = 'todo';
  for (const { from, to, by } of steps) {
    if (from !== at) problems.push(`Task ${task} went from ${from} when it was ${at}.`);
    if (!allowed(from ?? '', to ?? '', by))
      problems.push(`Task ${task}: ${by} moved it from ${from} to ${to}.`);
    at = to ?? '';
  }
  if (status !== at) problems.push(`Task ${task} is ${status}, but its last step led to ${at}.`);
  const lines = (all: readonly Step[]) => all.map(({ from, to, by }) => `${from} ${to} ${by}`).join();
  if (lines(notified) !== lines(steps)) problems.push(`Task ${task}: notifications and activity differ.`);
  return problems;
}

function answerProblems({ task, notified }: Moved, moves: readonly Move[]): string[] {
  const problems: string[] = [];
  const accepted = new Map(moves.filter(({ status }) => status === 200).map((move) => [move.reason, move]));
  const reasons = new Set(notified.map(({ reason }) => reason));
  for (const { reason } of accepted.values()) {
    if (!reasons.has(reason))
      problems.push(`Task ${task}: the move "${reason}" was acknowledged and is lost.`);
  }
  const inOrder: Move[] = [];
  for (const { reason, to, by } of notified) {
    const move = accepted.get(reason ?? '');
    if (!move) problems.push(`Task ${task}: no client was told that the move "${reason}" was made.`);
    else if (move.to !== to || move.by !== by) problems.push(`Task ${task}: "${reason}" was another move.`);
    else inOrder.push(move);
  }
  const wrong = contradiction(inOrder);
  if (wrong) problems.push(`Task ${task}: "${wrong[0].reason}" came before "${wrong[1].reason}".`);
  for (const { status, to, by, instead, reason } of moves) {
    if (status !== 200 && !refusalIsTrue(to, by, instead)) {
      problems.push(
        `Task ${task}: the move "${reason}" to ${to} was refused with ${status}, naming ${instead}.`,
      );
    }
  }
  return problems;
}

/** There must be a status from which exactly the alternatives in the refusal are allowed, and not the requested one. */
const refusalIsTrue = (to: string, by: Mover, instead: readonly string[] | null): boolean =>
  instead !== null &&
  !instead.includes(to) &&
  Object.keys(TARGETS).some((from) => {
    const possible = (TARGETS[from] as readonly string[]).filter((each) => allowed(from, each, by));
    return possible.toSorted().join() === instead.toSorted().join();
  });

/** The problems when all clients tried the same move of a task at the same time: exactly one must have succeeded. */
export function raceProblems(moves: readonly Move[]): string[] {
  const problems: string[] = [];
  for (const [task, racers] of groupedBy(moves, (move) => move.task)) {
    const winners = racers.filter(({ status }) => status === 200).length;
    if (winners !== 1) problems.push(`Task ${task}: ${winners} of ${racers.length} won.`);
    for (const { status } of racers) {
      if (status !== 200 && status !== 422) problems.push(`Task ${task}: a racer was answered ${status}.`);
    }
  }
  return problems;
}
