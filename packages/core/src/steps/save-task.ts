import type { Caller } from '../access/caller.ts';
import { type ClaimEnd, endOf, isLiving } from '../claims/claim.ts';
import type { MemberRef } from '../members/member.ts';
import type { Recipient } from '../notifications/store.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { isReady, manyReadySignal, readySignal } from '../ready/ready.ts';
import type { Position } from '../shared/page.ts';
import { isOpen } from '../tasks/status.ts';
import { holdsDescendants, isOpenChild, needsAttention } from '../tasks/subtasks.ts';
import { type Task, taskEntity, waitsForPeople } from '../tasks/task.ts';
import { claimRecorder } from './end-claim.ts';
import { newlyMentioned } from './find-mentions.ts';
import { mentionedIn, type Notify, notifier } from './notify.ts';
import { type EventDraft, type Record, recorder } from './record.ts';
import { removeTaskFromInbox, syncInboxForTask, syncReviewersInInbox } from './update-inbox.ts';
import { wakeParent } from './wake-parent.ts';

/** A change of a task: `before` is null for a new task, `after` for a deleted one. The same object twice writes nothing. */
export interface TaskSave<After extends Task | null = Task | null> {
  readonly before: Task | null;
  readonly after: After;
  /** Without one, nothing is recorded. */
  readonly event?: Omit<EventDraft, 'entity'> | undefined;
  /** Reason for ending the claim, if `after` has none. */
  readonly end?: ClaimEnd | undefined;
  /** Members to subscribe. */
  readonly subscribe?: readonly string[];
  /** Members to notify of the event, besides a new assignee and those that the description mentions. */
  readonly notify?: readonly Recipient[] | undefined;
  /** True if something else may have made an unchanged task ready, such as a removed blocker. */
  readonly freed?: boolean | undefined;
  /** Notifies and wakes nobody, and is no change by a person: an imported task. */
  readonly quiet?: boolean | undefined;
}

/** A save with its circumstances, for the consequences. */
interface Saving extends TaskSave {
  readonly stores: Stores;
  readonly by: Caller;
  readonly now: number;
  readonly steadyNow: number;
  readonly record: Record;
  readonly tell: Notify;
  /** Whom the description mentions now and did not before. */
  readonly mentioned: readonly MemberRef[];
  readonly claims: ReturnType<typeof claimRecorder>;
  readonly save: SaveTask;
}

/** Something that follows from some changes; it decides itself whether from this one. */
export type Consequence = (saving: Saving) => Promise<void> | void;

export type SaveTask = <After extends Task | null>(
  stores: Stores,
  by: Caller,
  save: TaskSave<After>,
) => Promise<After>;

/**
 * The only way to save a task: writes it and runs all `CONSEQUENCES`. The caller checks first that the change is
 * allowed. Returns the task as saved.
 */
export function taskSaver(ports: SteadyPorts): SaveTask {
  const { clock, steadyClock } = ports;
  const record = recorder(ports);
  const tell = notifier(ports);
  const claims = claimRecorder(ports);

  const save: SaveTask = async (stores, by, change) => {
    const now = clock();
    const { before, after: given } = change;
    const isChange = before !== null && given !== null && given !== before;
    const byPerson = by.type === 'human' && isChange && !change.quiet;
    const after = byPerson ? { ...given, work: { ...given.work, touchedAt: now } } : given;
    const mentioned =
      after && !change.quiet && after.description !== before?.description
        ? await newlyMentioned(stores, by, before?.description ?? null, after.description)
        : [];
    const subscribe = [...(change.subscribe ?? []), ...mentioned.map(({ id }) => id)];
    const steadyNow = steadyClock();
    const { event, end, notify, freed, quiet } = change;
    // One literal: V8 makes a slow object when a large one is spread and then extended.
    const saving: Saving = {
      before,
      after,
      event,
      end,
      subscribe,
      notify,
      freed,
      quiet,
      stores,
      by,
      now,
      steadyNow,
      mentioned,
      record,
      tell,
      claims,
      save,
    };
    for (const follow of CONSEQUENCES) await follow(saving);
    return after;
  };
  return save;
}

const isMoved = ({ before, after }: Saving): boolean =>
  before !== null && after !== null && before.status !== after.status;

/** A person's change makes the task available again to agents that declined it, which each have claimed it before. */
const forgiveDeclines: Consequence = async ({ stores, by, before, after, quiet }) => {
  if (by.type === 'human' && !quiet && before && after && before !== after && before.work.attempts > 0)
    await stores.ready.forgive(after.taskNumber);
};

const endClaim: Consequence = async ({ stores, by, before, after, end = 'moved', steadyNow, claims }) => {
  if (!before?.claim || !after || after.claim) return;
  const reason = isLiving(before.claim, steadyNow) ? end : endOf(before.claim);
  await claims.end(stores, by, { task: after, claim: before.claim, reason });
};

/** The time that a task waits for people counts for its last attempt. */
const countWait: Consequence = async ({ stores, before, after, now }) => {
  const [waited, waits] = [before, after].map((task) => task !== null && waitsForPeople(task));
  if (!after || waited === waits) return;
  if (waits) await stores.attempts.beginWait(after.taskNumber, now);
  else await stores.attempts.endWait(after.taskNumber, now);
};

/** Withdraws a pending result when its author takes the task back from review to a status other than done. */
const withdrawResult: Consequence = async (saving) => {
  const { stores, by, before, after } = saving;
  const { kind, resultId } = before?.waitingFor ?? {};
  if (!isMoved(saving) || kind !== 'review' || resultId === undefined || after?.status === 'done') return;
  const result = await stores.results.byId(resultId);
  if (result && result.author.id === by.id && !result.review) await stores.results.withdraw(result.id);
};

/** Closing or deleting a task signals the tasks that only it blocked. Runs before the change, which hides them. */
const signalFreed: Consequence = async ({ stores, by, before, after, now, quiet }) => {
  if (quiet || !before || !isOpen(before.status) || (after && isOpen(after.status))) return;
  for (const freed of await stores.ready.freedBy(before.taskNumber)) {
    if (isReady(freed, now)) stores.signals.raise(readySignal(by.workspaceId, freed));
    if (freed.children.open > 0) stores.signals.raise(manyReadySignal(by.workspaceId));
  }
};

const write: Consequence = async ({ stores, before, after }) => {
  if (before && after && before !== after) await stores.tasks.update(after, before);
  else if (after && !before) await stores.tasks.insert(after);
  else if (before && !after) {
    await removeTaskFromInbox(stores, before);
    await stores.tasks.delete(before);
  }
};

const addSubscribers: Consequence = async ({ stores, after, subscribe = [] }) => {
  if (after && subscribe.length > 0) await stores.subscriptions.add(after.taskNumber, subscribe);
};

/** Subscribers are notified of moves; members are of what concerns them. */
const recordEvent: Consequence = async (saving) => {
  const { stores, by, before, after, event, record, tell, mentioned } = saving;
  const task = after ?? before;
  if (!event || !task) return;
  const sequence = await record(stores, by, { entity: taskEntity(task), ...event });
  if (saving.quiet) return;
  const { assignee } = after ?? {};
  const assigned = assignee && assignee.id !== before?.assignee?.id ? [assignee] : [];
  await tell(stores, by, {
    taskNumber: task.taskNumber,
    sequence,
    recipients: [
      ...mentionedIn(mentioned),
      ...(saving.notify ?? []),
      ...assigned.map(({ id }) => ({ memberId: id, kind: 'assigned' }) as const),
    ],
    subscribers: isMoved(saving) ? 'moved' : null,
  });
};

/** A moved task no longer waits for its question, which stays open for an answer. */
const unblockQuestion: Consequence = async (saving) => {
  if (isMoved(saving) && saving.before?.waitingFor?.kind === 'answer')
    await saving.stores.questions.unblock(saving.before.taskNumber);
};

const updateInbox: Consequence = async ({ stores, before, after, subscribe = [] }) => {
  if (!after || after === before) return;
  const same = before && before.waitingFor === after.waitingFor && before.archived === after.archived;
  if (!same) await syncInboxForTask(stores, after, before);
  else if (subscribe.length > 0) await syncReviewersInInbox(stores, after);
};

const signalReady: Consequence = ({ stores, by, before, after, now, freed, quiet }) => {
  if (!after || quiet || (after === before && !freed)) return;
  if (isReady(after, now)) stores.signals.raise(readySignal(by.workspaceId, after, by));
  const releases = freed || (before && holdsDescendants(before));
  if (releases && after.children.open > 0 && !holdsDescendants(after))
    stores.signals.raise(manyReadySignal(by.workspaceId));
};

/** A parent that waits is woken by the end of its last open child and by a child that needs attention. */
const notifyParents: Consequence = async (saving) => {
  const { stores, by, before, after, now } = saving;
  if (saving.quiet) return;
  const [from, to] = [before?.parent?.taskNumber, after?.parent?.taskNumber];
  const isLeft = before && isOpenChild(before) && (from !== to || !after || !isOpenChild(after));
  const isAlarmed = after && needsAttention(after) && (from !== to || !before || !needsAttention(before));
  const notified = new Set([isLeft ? from : undefined, isAlarmed ? to : undefined]);
  for (const taskNumber of notified) {
    if (taskNumber === undefined) continue;
    const parent = await wakeParent(stores, taskNumber, {
      ...saving,
      workspaceId: by.workspaceId,
      checksAttention: isAlarmed === true && taskNumber === to,
    });
    // Without a wait, it becomes ready as soon as its children are closed.
    if (parent && isReady(parent, now)) stores.signals.raise(readySignal(by.workspaceId, parent));
  }
};

/** Tasks that one unit of work looks at. */
const WAKING_AT_ONCE = 20;

/**
 * Wakes some of the tasks that wait for their children in vain, as after a quiet change of these. Returns where to go on.
 */
export function parentWaker(ports: SteadyPorts) {
  const { clock } = ports;
  const [record, save] = [recorder(ports), taskSaver(ports)];
  return async (stores: Stores, by: Caller, after: Position | undefined): Promise<Position | null> => {
    const filter = { statuses: ['waiting'], waitingFor: ['children'], archived: false } as const;
    const { items, next } = await stores.tasks.list(filter, { limit: WAKING_AT_ONCE, after });
    const waker = { save, record, now: clock(), workspaceId: by.workspaceId, checksAttention: true };
    for (const { taskNumber } of items) await wakeParent(stores, taskNumber, waker);
    return next;
  };
}

/** Everything that follows from a change of a task, in this order. */
export const CONSEQUENCES: readonly Consequence[] = [
  forgiveDeclines,
  endClaim,
  countWait,
  withdrawResult,
  signalFreed,
  write,
  addSubscribers,
  recordEvent,
  unblockQuestion,
  updateInbox,
  signalReady,
  notifyParents,
];
