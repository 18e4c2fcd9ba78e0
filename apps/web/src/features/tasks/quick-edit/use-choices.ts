import { type Label, PRIORITIES, type Task } from '@tandem/client';
import { useState } from 'react';
import { serverNow } from '../../../api/clock.ts';
import { useLabels } from '../../../api/queries/labels.ts';
import { useAssignable } from '../../../api/queries/members.ts';
import { useProjects } from '../../../api/queries/projects.ts';
import { strings } from '../../../strings/index.ts';
import { matches } from '../../../ui/matches.ts';
import type { TaskChange } from '../change.ts';
import { DUE_DAYS, dayFrom } from '../due.ts';
import { addLabel, assign, moveInto, prioritize, putInProject, removeLabel, setDue } from '../fields.ts';
import { useTaskChoices } from '../task-choices.ts';
import type { QuickField } from './opened.ts';

export interface QuickChoice {
  readonly id: string;
  readonly text: string;
  readonly detail?: string | undefined;
  /** All tasks have this value. */
  readonly isCurrent?: boolean;
  readonly change: TaskChange;
}

interface Choices {
  readonly choices: readonly QuickChoice[];
  /** For several changes in a row: the dialog stays open. */
  readonly onChosen?: (choice: QuickChoice) => void;
  readonly hint?: string;
}

const words = () => strings().tasks.quickEdit;

const pick = (choices: readonly QuickChoice[], q: string) => choices.filter(({ text }) => matches(text, q));

function useAssignees(tasks: readonly Task[], q: string): Choices {
  const isCurrent = (name: string | null) => tasks.every(({ assignedTo }) => assignedTo === name);
  const { unassigned } = strings().tasks;
  const members = useAssignable().map(({ name, displayName, type }) => ({
    id: name,
    text: displayName,
    detail: type === 'agent' ? strings().task.agent : `@${name}`,
    isCurrent: isCurrent(name),
    change: assign(name, displayName),
  }));
  const none = { id: '', text: unassigned, isCurrent: isCurrent(null), change: assign(null, unassigned) };
  return { choices: pick([none, ...members], q) };
}

function useLabelChoices(tasks: readonly Task[], q: string): Choices {
  const known = useLabels();
  /** The labels after the changes made here: `tasks` are as they were before. */
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const has = ({ name }: Label) =>
    changed.get(name) ?? tasks.every(({ labels }) => labels.some((label) => label.name === name));
  const choiceOf = (label: Label): QuickChoice => ({
    id: label.id,
    text: label.name,
    isCurrent: has(label),
    change: has(label) ? removeLabel(label) : addLabel(label),
  });
  const isNew = q !== '' && !known.some(({ name }) => name.toLowerCase() === q.toLowerCase());
  const added = { ...choiceOf({ id: q, name: q, color: 'gray' }), detail: strings().task.addLabel(q) };
  return {
    choices: [...pick(known.map(choiceOf), q), ...(isNew ? [added] : [])],
    onChosen: ({ text, isCurrent }) => setChanged((before) => new Map(before).set(text, !isCurrent)),
  };
}

const priorities = (tasks: readonly Task[], q: string): Choices => ({
  choices: pick(
    PRIORITIES.map((each) => ({
      id: each,
      text: strings().priority[each],
      isCurrent: tasks.every(({ priority }) => priority === each),
      change: prioritize(each),
    })),
    q,
  ),
});

/** Due dates are days in UTC. */
function days(tasks: readonly Task[], q: string): Choices {
  const at = (time: number) => {
    const dueDate = new Date(time).toISOString();
    return { detail: dueDate.slice(0, 10), change: setDue(dueDate) };
  };
  const named = Object.entries(DUE_DAYS).map(([name, days]) => ({
    id: name,
    text: words().days[name as keyof typeof DUE_DAYS],
    ...at(dayFrom(serverNow(), days)),
  }));
  const none = {
    id: 'none',
    text: words().days.none,
    isCurrent: tasks.every(({ dueDate }) => !dueDate),
    change: setDue(null),
  };
  const typed = /^\d{4}-\d\d-\d\d$/.test(q) ? Date.parse(q) : Number.NaN;
  const choices = Number.isNaN(typed) ? pick([...named, none], q) : [{ id: q, text: q, ...at(typed) }];
  return { choices, hint: words().dueHint };
}

function useProjectChoices(tasks: readonly Task[], q: string): Choices {
  const isCurrent = (id: string | null) => tasks.every(({ project }) => (project?.id ?? null) === id);
  const projects = useProjects().map((project) => ({
    id: project.id,
    text: project.title,
    isCurrent: isCurrent(project.id),
    change: putInProject(project),
  }));
  const none = {
    id: '',
    text: strings().tasks.noProject,
    isCurrent: isCurrent(null),
    change: putInProject(null),
  };
  return { choices: pick([none, ...projects], q) };
}

function useParents(tasks: readonly Task[], q: string): Choices {
  const found = useTaskChoices(q, tasks);
  const none = { id: '', text: words().noParent, change: moveInto(null) };
  return {
    choices: [
      ...found.map(({ value, text, detail, mention }) => ({
        id: value,
        text,
        detail,
        change: moveInto(mention),
      })),
      ...(q === '' && tasks.some(({ parent }) => parent) ? [none] : []),
    ],
    hint: strings().task.findTask,
  };
}

/** The choices of each field that match the typed words. A dialog is for one field, so the hooks stay the same. */
export function useChoicesOf(field: QuickField, tasks: readonly Task[], q: string): Choices {
  const { choices, ...rest } = FIELDS[field](tasks, q.trim());
  return { ...rest, choices };
}

const FIELDS: Readonly<Record<QuickField, (tasks: readonly Task[], q: string) => Choices>> = {
  assignee: useAssignees,
  labels: useLabelChoices,
  priority: priorities,
  due: days,
  project: useProjectChoices,
  parent: useParents,
};
