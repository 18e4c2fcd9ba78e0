import type { Task } from '@tandem/client';
import { HOME } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { type Command, useCommands } from '../../../ui/commands.ts';
import { copy } from '../../../ui/copyable.tsx';
import { useKeys } from '../../../ui/keys.ts';
import { archive, useChangeTasks } from '../change.ts';
import { branchOf } from './branch.ts';
import { type QuickField, quickEdit } from './opened.ts';

/** The keys of fields; the others are reached by the palette. */
const KEYS: Readonly<Record<Exclude<QuickField, 'parent'>, string>> = {
  assignee: 'a',
  labels: 'l',
  priority: 'p',
  due: 'd',
  project: 'shift+p',
};

const FIELDS = Object.keys(KEYS) as (keyof typeof KEYS)[];

/** Keys and commands that change tasks wherever they are shown. `tasksNow` returns the tasks meant at that moment. */
export function useTaskCommands(tasksNow: () => readonly Task[], mayChange: boolean): void {
  const changeTasks = useChangeTasks();
  const words = strings().tasks.quickEdit;
  const open = (field: QuickField) => () => quickEdit.open(field, tasksNow());
  useKeys(
    mayChange ? FIELDS.map((field) => ({ key: KEYS[field], text: words[field], act: open(field) })) : [],
  );
  useCommands(() => {
    const tasks = tasksNow();
    const [first] = tasks;
    if (!first) return [];
    const changes: readonly Command[] = [
      ...[...FIELDS, 'parent' as const].map((field) => ({ text: words[field], act: open(field) })),
      // The menu of a task asks before it ends a run.
      ...(tasks.every(({ archived, claim }) => !archived && !claim)
        ? [{ text: strings().task.archive, act: () => void changeTasks(tasks, archive) }]
        : []),
    ];
    return [
      ...(mayChange ? changes : []),
      ...(tasks.length === 1
        ? [
            { text: strings().task.copyLink, act: () => copyLink(first) },
            { text: words.copyBranch, act: () => copyBranch(first) },
          ]
        : []),
    ];
  });
}

export const copyLink = ({ taskNumber }: Task): void =>
  void copy(new URL(`tasks/${taskNumber}`, HOME).href, {
    done: strings().task.copied,
    manual: strings().task.notCopied,
  });

export function copyBranch(task: Task): void {
  const name = branchOf(task);
  const { branchCopied, branchNotCopied } = strings().tasks.quickEdit;
  void copy(name, { done: branchCopied(name), manual: branchNotCopied(name) });
}
