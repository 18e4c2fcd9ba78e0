import { byName, type Label } from '../labels/label.ts';
import type { Stores } from '../ports.ts';
import { externalKeyOf } from '../shared/external-id.ts';
import { type Page, pageOf } from '../shared/page.ts';
import { compareText } from '../shared/text.ts';
import { countsOf } from '../tasks/counts.ts';
import { mentionOf } from '../tasks/mention.ts';
import {
  comparePositions,
  decodePosition,
  encodePosition,
  NEWEST_FIRST,
  positionIn,
} from '../tasks/order.ts';
import type { Rank } from '../tasks/rank.ts';
import type { TaskStatus } from '../tasks/status.ts';
import type { Task } from '../tasks/task.ts';
import { attemptStore, claimOn, claimStore } from './claims.ts';
import { commentStore } from './comments.ts';
import { livingRef, nameOf } from './members.ts';
import { questionStore } from './questions.ts';
import { readyStore } from './ready.ts';
import { openBlockersOf, relationStore, touches } from './relations.ts';
import { subscriptionKey, subscriptionStore } from './subscriptions.ts';
import { moveBelow, placeOf, subtaskStore } from './subtasks.ts';
import type { Tables } from './tables.ts';
import { matches } from './task-filter.ts';

export function taskStores(
  tables: Tables,
): Pick<
  Stores,
  | 'tasks'
  | 'ranks'
  | 'subtasks'
  | 'relations'
  | 'comments'
  | 'subscriptions'
  | 'claims'
  | 'attempts'
  | 'ready'
  | 'questions'
> {
  const { tasks, relations, comments, subscriptions, attachments, notifications } = tables;

  /** A task with current data of the resources that it refers to. */
  const view = (task: Task): Task => ({
    ...task,
    assignee: task.assignee && { id: task.assignee.id, name: nameOf(tables, task.assignee.id) },
    project: task.project && {
      id: task.project.id,
      title: tables.projects.get(task.project.id)?.title ?? '',
    },
    labels: task.labels
      .map(({ id }) => tables.labels.get(id))
      .filter((label): label is Label => label !== undefined)
      .sort(byName),
    blocked: openBlockersOf(tables, task.taskNumber).length > 0,
    ...placeOf(tables, task),
    claim: claimOn(tables, task),
    waitingFor: task.waitingFor && {
      ...task.waitingFor,
      who: task.waitingFor.who && livingRef(tables, task.waitingFor.who.id),
    },
  });

  return {
    claims: claimStore(tables),
    attempts: attemptStore(tables),
    ready: readyStore(tables, view),
    questions: questionStore(tables, view),
    subtasks: subtaskStore(tables, view),
    ranks: rankStore(tables),
    tasks: {
      nextNumber: async () => {
        tables.lastTaskNumber.set(tables.lastTaskNumber.get() + 1);
        return tables.lastTaskNumber.get();
      },
      reserveNumber: async (taskNumber) => {
        tables.lastTaskNumber.set(Math.max(tables.lastTaskNumber.get(), taskNumber));
        return tables.lastTaskNumber.get();
      },
      insert: async (task) => {
        tasks.put(task.taskNumber, task);
        if (task.fromImport) tables.importing.put(task.taskNumber, true);
        moveBelow(tables, task, null);
      },
      update: async (after, before) => {
        // Only `ranks` changes ranks.
        tasks.put(after.taskNumber, { ...after, rank: tasks.get(after.taskNumber)?.rank ?? null });
        moveBelow(tables, after, before.parent);
      },
      delete: async (task) => {
        const { taskNumber } = task;
        tasks.delete(taskNumber);
        moveBelow(tables, { ...task, parent: null }, task.parent);
        tables.children.delete(taskNumber);
        tables.importing.delete(taskNumber);
        tables.usageOfTasks.delete(taskNumber);
        for (const { id } of relations.filter(touches(taskNumber))) relations.delete(id);
        for (const { id } of comments.filter((row) => row.taskNumber === taskNumber)) comments.delete(id);
        for (const { id } of attachments.filter((row) => row.taskNumber === taskNumber))
          attachments.delete(id);
        for (const { id } of tables.claims.filter((row) => row.taskNumber === taskNumber)) {
          tables.claims.delete(id);
          tables.attempts.delete(id);
          tables.usageOfClaims.delete(id);
        }
        tables.declines.delete(taskNumber);
        tables.checkpoints.delete(taskNumber);
        tables.criteria.delete(taskNumber);
        for (const { id } of tables.results.filter((row) => row.taskNumber === taskNumber))
          tables.results.delete(id);
        for (const { id } of tables.taskVerifications.filter((row) => row.taskNumber === taskNumber))
          tables.taskVerifications.delete(id);
        for (const { id } of tables.questions.filter(({ task }) => task.taskNumber === taskNumber))
          tables.questions.delete(id);
        for (const row of notifications.filter((row) => row.taskNumber === taskNumber)) {
          notifications.delete(`${row.memberId} ${row.sequence}`);
        }
        for (const row of subscriptions.filter((row) => row.taskNumber === taskNumber)) {
          subscriptions.delete(subscriptionKey(row.taskNumber, row.memberId));
        }
      },
      countInBacklog: async (creatorId, atMost) => {
        const inBacklog = (row: Task) => row.status === 'backlog' && !row.archived;
        return Math.min(tasks.filter((row) => row.creatorId === creatorId && inBacklog(row)).length, atMost);
      },
      byNumber: async (taskNumber) => viewOrNull(tasks.get(taskNumber), view),
      byId: async (id) =>
        viewOrNull(
          tasks.find((task) => task.id === id),
          view,
        ),
      byExternalId: async (key) =>
        viewOrNull(
          tasks.find((task) => externalKeyOf(task) === key),
          view,
        ),
      list: async (filter, { limit, after }, order = NEWEST_FIRST): Promise<Page<Task>> => {
        const from = decodePosition(order, after);
        const compare = comparePositions(order);
        const matching = tasks
          .filter((task) => matches(tables, task, filter, view))
          .map((task) => ({ task, position: positionIn(order, task) }))
          .filter(({ position }) => from === undefined || compare(position, from) > 0)
          .sort((a, b) => compare(a.position, b.position));
        const page = pageOf(matching.slice(0, limit + 1), limit, ({ position }) =>
          encodePosition(order, position),
        );
        return { ...page, items: page.items.map(({ task }) => view(task)) };
      },
      counts: async (filter) => {
        const known: Partial<Record<TaskStatus, number>> = {};
        for (const task of tasks.filter((each) => matches(tables, each, filter, view)))
          known[task.status] = (known[task.status] ?? 0) + 1;
        return { byStatus: countsOf(known), exact: true };
      },
    },
    relations: relationStore(tables, (task) => mentionOf(view(task))),
    comments: commentStore(tables),
    subscriptions: subscriptionStore(tables),
  };
}

const rankStore = ({ tasks }: Tables): Stores['ranks'] => ({
  beside: async (rank, side, count) => {
    const direction = side === 'after' ? 1 : -1;
    return tasks
      .filter((task) => task.rank !== null && direction * compareText(task.rank, rank) > 0)
      .map((task) => ({ taskNumber: task.taskNumber, rank: task.rank as Rank }))
      .sort((a, b) => direction * compareText(a.rank, b.rank))
      .slice(0, count);
  },
  set: async (ranks) => {
    for (const [taskNumber, rank] of ranks) {
      const task = tasks.get(taskNumber);
      if (task) tasks.put(taskNumber, { ...task, rank });
    }
  },
});

const viewOrNull = (task: Task | undefined, view: (task: Task) => Task) => (task ? view(task) : null);
