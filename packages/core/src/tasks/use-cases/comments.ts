import { authorOf } from '../../access/author.ts';
import type { Caller } from '../../access/caller.ts';
import { requireTask } from '../../lookup/tasks.ts';
import type { Ports, Stores } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { notFound, refuseProblems } from '../../shared/refusal.ts';
import { bodyProblem, LIMITS } from '../../shared/text.ts';
import { newlyMentioned } from '../../steps/find-mentions.ts';
import { mentionedIn, notifier } from '../../steps/notify.ts';
import { recorder } from '../../steps/record.ts';
import { syncReviewersInInbox } from '../../steps/update-inbox.ts';
import { type Comment, checkDelete, checkEdit } from '../comments.ts';
import { type Task, type TaskRef, taskEntity } from '../task.ts';

const commentEntity = (comment: Comment, task: Task) =>
  ({ type: 'comment', id: comment.id, title: task.title, taskNumber: task.taskNumber }) as const;

/** Comments on tasks (docs/rules.md, Comments and attachments). A body is 1 to 100,000 characters and not blank. */
export function commentUseCases(ports: Ports) {
  const { storage, clock, newId } = ports;
  const record = recorder(ports);
  const notify = notifier(ports);
  const checkBody = (body: string) => refuseProblems({ body: bodyProblem(body, LIMITS.comment) });

  const subscribe = async (stores: Stores, task: Task, ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    await stores.subscriptions.add(task.taskNumber, ids);
    await syncReviewersInInbox(stores, task);
  };

  return {
    /** Oldest first, unless asked for the newest. */
    list: (
      caller: Caller,
      ref: TaskRef,
      query: PageRequest & { order?: 'asc' | 'desc' | undefined },
    ): Promise<Page<Comment>> =>
      storage.read(caller.workspaceId, async (stores) => {
        const task = await requireTask(stores, ref);
        return stores.comments.list(task.taskNumber, query.order ?? 'asc', pageSlice(query));
      }),

    /** Notifies the subscribers of the task. Subscribes the author and those that are mentioned. */
    create: (caller: Caller, ref: TaskRef, { body }: { body: string }): Promise<Comment> =>
      storage.write(caller.workspaceId, async (stores) => {
        const task = await requireTask(stores, ref);
        checkBody(body);
        const now = clock();
        const comment: Comment = {
          id: newId(),
          taskNumber: task.taskNumber,
          body,
          author: authorOf(caller),
          createdAt: now,
          updatedAt: now,
        };
        await stores.comments.insert(comment);
        const sequence = await record(stores, caller, {
          entity: taskEntity(task),
          action: 'commented',
          related: { commentId: comment.id },
        });
        const mentioned = await newlyMentioned(stores, caller, null, body);
        await notify(stores, caller, {
          taskNumber: task.taskNumber,
          sequence,
          commentId: comment.id,
          recipients: mentionedIn(mentioned),
          subscribers: 'commented',
        });
        const author = caller.inboxId === null ? [] : [caller.inboxId];
        await subscribe(stores, task, [...author, ...mentioned.map(({ id }) => id)]);
        return comment;
      }),

    get: (caller: Caller, ref: TaskRef, id: string): Promise<Comment> =>
      storage.read(caller.workspaceId, async (stores) =>
        requireComment(stores, await requireTask(stores, ref), id),
      ),

    /** Notifies those that only the new text mentions. 403 unless the caller is the author. */
    update: (caller: Caller, ref: TaskRef, id: string, { body }: { body: string }): Promise<Comment> =>
      storage.write(caller.workspaceId, async (stores) => {
        const task = await requireTask(stores, ref);
        const before = await requireComment(stores, task, id);
        checkEdit(caller, before);
        checkBody(body);
        if (body === before.body) return before;
        const after = { ...before, body, updatedAt: clock() };
        await stores.comments.update(after);
        const sequence = await record(stores, caller, {
          entity: commentEntity(after, task),
          action: 'updated',
          changes: [{ field: 'body', oldValue: before.body, newValue: after.body }],
          related: { taskId: task.id },
        });
        const mentioned = await newlyMentioned(stores, caller, before.body, body);
        await notify(stores, caller, {
          taskNumber: task.taskNumber,
          sequence,
          commentId: id,
          recipients: mentionedIn(mentioned),
        });
        await subscribe(
          stores,
          task,
          mentioned.map((member) => member.id),
        );
        return after;
      }),

    /** 403 unless the caller is the author or an admin. */
    delete: (caller: Caller, ref: TaskRef, id: string): Promise<void> =>
      storage.write(caller.workspaceId, async (stores) => {
        const task = await requireTask(stores, ref);
        const comment = await requireComment(stores, task, id);
        checkDelete(caller, comment);
        await stores.comments.delete(id);
        await record(stores, caller, {
          entity: commentEntity(comment, task),
          action: 'deleted',
          related: { taskId: task.id },
        });
      }),
  };
}

async function requireComment({ comments }: Stores, task: Task, id: string): Promise<Comment> {
  const comment = await comments.byId(task.taskNumber, id);
  if (!comment) throw notFound('comment on this task');
  return comment;
}
