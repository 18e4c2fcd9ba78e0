import { type Person, placeText } from './items.ts';
import type { Plan, Word } from './scan.ts';

/** Notices shown; the rest is counted. */
const SHOWN = 100;

export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;

const personText = ({ id, name, email }: Person): string =>
  email === undefined ? (name ?? id) : name === undefined ? email : `${name} <${email}>`;

function wordsText(name: string, words: readonly Word[]): string[] {
  if (words.length === 0) return [];
  return [
    `${name}:`,
    ...words.map(({ word, count, means }) => {
      const meaning = means === null ? ' → not mapped, becomes a label' : means === word ? '' : ` → ${means}`;
      return `  ${word}${meaning} (${counted(count, 'task')})`;
    }),
  ];
}

/** Describes the entities that an import would create. */
export function reportOf(plan: Plan): string[] {
  const { tasks, subtasks, relations, comments, projects, people, labels, notices, noticeCount } = plan;
  const shown = notices.slice(0, SHOWN);
  const list = (isSkipped: boolean) =>
    shown
      .filter((each) => each.skipped === isSkipped)
      .map(({ place, message }) => `  ${placeText(place)}: ${message}`);
  const [left, warned] = [list(true), list(false)];
  return [
    `${counted(tasks, 'task')}, ${counted(subtasks, 'of them a sub-task', 'of them sub-tasks')}`,
    [
      counted(projects.size, 'project'),
      counted(relations.length, 'relation'),
      counted(comments, 'comment'),
      counted(labels.size, 'label'),
    ].join(', '),
    ...(people.size === 0 ? [] : [`People: ${[...people.values()].map(personText).join(', ')}`]),
    ...wordsText('Status', plan.statuses),
    ...wordsText('Priority', plan.priorities),
    ...(left.length === 0 ? [] : ['Skipped:', ...left]),
    ...(warned.length === 0 ? [] : ['Warnings:', ...warned]),
    ...(noticeCount > SHOWN ? [`and ${counted(noticeCount - SHOWN, 'more notice')}`] : []),
  ];
}
