import { authorOf } from '../../access/author.ts';
import type { Caller } from '../../access/caller.ts';
import { namedFile } from '../../lookup/files.ts';
import { requireTask } from '../../lookup/tasks.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { notFound } from '../../shared/refusal.ts';
import { actingOn } from '../../steps/acting-agent.ts';
import { actJudge } from '../../steps/judge-act.ts';
import { recorder } from '../../steps/record.ts';
import type { Attachment } from '../attachments.ts';
import { type TaskRef, taskEntity } from '../task.ts';

/** Files attached to tasks, readable by the whole workspace (docs/rules.md, Comments and attachments). */
export function attachmentUseCases(ports: SteadyPorts) {
  const { storage, clock, newId } = ports;
  const record = recorder(ports);
  const judge = actJudge(ports);

  return {
    /** Oldest first. */
    list: (caller: Caller, ref: TaskRef, page: PageRequest): Promise<Page<Attachment>> =>
      storage.read(caller.workspaceId, async (stores) => {
        const task = await requireTask(stores, ref);
        return stores.attachments.list(task.taskNumber, pageSlice(page));
      }),

    get: (caller: Caller, ref: TaskRef, id: string): Promise<Attachment> =>
      storage.read(caller.workspaceId, async (stores) => {
        const { taskNumber } = await requireTask(stores, ref);
        return requireAttachment(stores, taskNumber, id);
      }),

    /** Attaches a file that the caller can read. Returns the existing attachment if the file is already attached. */
    attach: (caller: Caller, ref: TaskRef, { fileId }: { fileId: string }): Promise<Attachment> =>
      storage.write(caller.workspaceId, async (stores) => {
        const task = await requireTask(stores, ref);
        await judge(stores, await actingOn(stores, caller, task), task, 'attach');
        const file = await namedFile(stores, caller, fileId, 'fileId');
        const already = await stores.attachments.ofFile(task.taskNumber, fileId);
        if (already) return already;
        const attachment: Attachment = {
          id: newId(),
          taskNumber: task.taskNumber,
          fileId,
          fileName: file.fileName,
          mimeType: file.mimeType,
          size: file.size,
          addedBy: authorOf(caller),
          createdAt: clock(),
        };
        await stores.attachments.insert(attachment);
        await record(stores, caller, {
          entity: taskEntity(task),
          action: 'attached',
          changes: [{ field: 'attachments', oldValue: null, newValue: file.fileName }],
          related: { attachmentId: attachment.id, fileId },
        });
        return attachment;
      }),

    /** Removes the attachment; the file itself is kept. */
    detach: (caller: Caller, ref: TaskRef, id: string): Promise<void> =>
      storage.write(caller.workspaceId, async (stores) => {
        const task = await requireTask(stores, ref);
        const attachment = await requireAttachment(stores, task.taskNumber, id);
        await judge(stores, await actingOn(stores, caller, task), task, 'detach');
        await stores.attachments.delete(id);
        await record(stores, caller, {
          entity: taskEntity(task),
          action: 'detached',
          changes: [{ field: 'attachments', oldValue: attachment.fileName, newValue: null }],
          related: { attachmentId: id, fileId: attachment.fileId },
        });
      }),
  };
}

async function requireAttachment(
  { attachments }: Stores,
  taskNumber: number,
  id: string,
): Promise<Attachment> {
  const attachment = await attachments.byId(taskNumber, id);
  if (!attachment) throw notFound('attachment of this task');
  return attachment;
}
