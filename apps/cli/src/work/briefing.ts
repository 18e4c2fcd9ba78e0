import type { Briefing, Question } from '@tandem/client';
import { printAttempt, printComment, printResult, printTask } from '../commands/task/show.ts';
import { note } from '../output/print.ts';
import { printText } from '../output/show.ts';

/** Prints the briefing of a task for a person, or an agent with a shell. */
export function printBriefing(briefing: Briefing): void {
  const { task, lease, checkpoint, truncated } = briefing;
  printTask(task);
  printFamily(briefing);
  printText('Checkpoint of the previous run', checkpoint);
  for (const { by, endedBy, endedAt, reason } of [...briefing.attempts].reverse()) {
    printAttempt({ by: by.name, endedBy: endedBy.name, endedAt, reason });
  }
  for (const question of briefing.questions) printAnswered(question);
  for (const result of [...briefing.results].reverse()) printResult(result);
  for (const comment of briefing.comments) printComment(comment);
  for (const [what, purpose] of [
    ['Project', briefing.project],
    ['Goal', briefing.goal],
    ['Initiative', briefing.initiative],
  ] as const) {
    if (purpose === null) continue;
    printText(
      `${what}: ${'title' in purpose ? purpose.title : purpose.name}`,
      purpose.description ?? '(no description)',
    );
  }
  if (truncated.length > 0) note(`Cut because of their length: ${truncated.join(', ')}.`);
  note(
    `Task ${task.taskNumber} is yours until ${lease.expiresAt}. tandem work heartbeat extends that; end with tandem work submit, ask or release.`,
  );
}

const WOKEN = {
  children_closed: 'The sub-tasks are closed: finish the task.',
  child_needs_attention: 'A sub-task needs attention: decide what happens to it.',
};

/** The task that this one is a part of, and its own parts. */
function printFamily({ parent, siblings, children, wokenBy }: Briefing): void {
  if (parent) {
    const criteria = parent.criteria.map(({ text }) => `- ${text}`);
    const texts = [parent.description, criteria.join('\n')].filter(Boolean);
    printText(`Sub-task of #${parent.taskNumber} ${parent.title}`, texts.join('\n\n') || '(no description)');
    printText('Other sub-tasks', siblings.map(lineOf).join('\n'));
  }
  if (wokenBy) note(WOKEN[wokenBy]);
  const withResult = children.map(({ result, ...child }) =>
    result ? `${lineOf(child)}\n  ${result.outcome}: ${result.summary}` : lineOf(child),
  );
  printText('Sub-tasks', withResult.join('\n'));
}

const lineOf = ({ taskNumber, title, status }: Briefing['siblings'][number]): string =>
  `#${taskNumber} ${title} (${status})`;

function printAnswered({ text, answer, status }: Question): void {
  printText('Question', text);
  if (answer === null) {
    printText('Answer', `(${status})`);
    return;
  }
  const { choice, text: reply, approved, comment, by } = answer;
  const given =
    choice ?? reply ?? (approved === undefined ? undefined : approved ? 'approved' : 'not approved');
  printText(`Answer by ${by?.name ?? 'default'}`, [given, comment].filter((part) => part != null).join('\n'));
}
