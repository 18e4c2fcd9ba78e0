import type { ActivityEntry, Briefing } from '@tandem/client';
import { at, by } from './people.ts';
import { quoted } from './texts.ts';

type Attempt = Omit<Briefing['attempts'][number], 'by' | 'endedBy'> & {
  readonly by?: Runner;
  readonly endedBy: Runner;
};
type Runner = Parameters<typeof by>[0];

/** Why earlier runs of the task ended without a result for review, newest first. */
export function attemptLines(attempts: readonly Attempt[]): string[] {
  if (attempts.length === 0) return [];
  return [
    'Earlier attempts, newest first:',
    ...attempts.map(({ by: runner, endedBy, endedAt, to, reason }) => {
      const who =
        runner && runner.name !== endedBy.name ? `${by(runner)}, ended by ${by(endedBy)}` : by(endedBy);
      return `- ${at(endedAt)} ${who}, back to ${to}${reason === null ? '' : `: ${quoted(reason, 240)}`}`;
    }),
  ];
}

const MAX_ATTEMPTS = 3;

/** The same from a task's activity (newest first), like the attempts of a briefing. */
export const attemptsOf = (entries: readonly ActivityEntry[]): Attempt[] =>
  entries
    .filter(({ action, field, oldValue, newValue, reason }) => {
      const leaves = action === 'transitioned' && field === 'status' && oldValue === 'in_progress';
      return leaves && newValue !== 'done' && (newValue === 'todo' || reason !== null);
    })
    .slice(0, MAX_ATTEMPTS)
    .map(({ actorName, actorType, newValue, reason, createdAt }) => ({
      endedBy: { name: actorName, type: actorType },
      endedAt: createdAt,
      to: newValue as Attempt['to'],
      reason,
    }));
