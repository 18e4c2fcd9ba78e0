import type { Caller, Run } from '../access/caller.ts';
import { chatPersonOf } from '../access/chat-access.ts';
import { grants } from '../access/scopes.ts';
import type { File } from '../files/file.ts';
import type { Stores } from '../ports.ts';
import { invalid } from '../shared/refusal.ts';

/**
 * The file, if the caller may read it: its uploader, everyone in the workspace once it is on a task, and both sides
 * of a chat that has it.
 */
export async function readableFile(stores: Stores, caller: Caller, id: string): Promise<File | null> {
  const { files } = stores;
  const file = await files.byId(id);
  if (!file) return null;
  if (caller.run) return (await isOfRun(stores, caller.run, file)) ? file : null;
  if (await files.isOnTask(id)) return file;
  if (file.uploaderId === caller.id && !(await isPrivateTo(files, caller, id))) return file;
  return (await isReadableThroughChat(files, caller, id)) ? file : null;
}

/** For a run key: the files of its task and of the task's children, and those that the run uploaded but has not attached. */
async function isOfRun(
  { files, attachments, subtasks }: Stores,
  { taskNumber, claimId }: Run,
  { id, claimId: uploadedIn }: File,
): Promise<boolean> {
  if (!(await files.isOnTask(id))) return uploadedIn === claimId && !(await files.isInChat(id, 'anybody'));
  const children = await subtasks.children(taskNumber);
  for (const number of [taskNumber, ...children.map((child) => child.taskNumber)])
    if (await attachments.ofFile(number, id)) return true;
  return false;
}

/**
 * Whether the uploader can read the file only through chats: for an acting key, which has no access to chats, and for
 * a person to whom the chat is closed.
 */
async function isPrivateTo(files: Stores['files'], caller: Caller, id: string): Promise<boolean> {
  if (caller.key.kind === 'acting') return files.isInChat(id, 'anybody');
  const person = chatPersonOf(caller);
  return person !== null && files.isInChat(id, { closedTo: person });
}

async function isReadableThroughChat(files: Stores['files'], caller: Caller, id: string): Promise<boolean> {
  const person = chatPersonOf(caller);
  if (person !== null) {
    const mayRead = caller.chatInPlan && grants(caller.key.scopes, 'chat:read');
    return mayRead && files.isInChat(id, { personId: person });
  }
  if (caller.key.kind === 'agent') return files.isInChat(id, { agentId: caller.id });
  return caller.key.kind === 'runtime' && files.isInChat(id, 'anybody');
}

/** The file named in a body; 400 at its field if it does not exist for the caller. */
export async function namedFile(stores: Stores, caller: Caller, id: string, field: string): Promise<File> {
  const file = await readableFile(stores, caller, id);
  if (!file) throw invalid({ [field]: 'names a file that does not exist; upload it first' });
  return file;
}

/** The files named in a body without duplicates; 400 at the index of the first missing one. */
export async function namedFiles(
  stores: Stores,
  caller: Caller,
  ids: readonly string[],
): Promise<readonly File[]> {
  const files: File[] = [];
  for (const id of new Set(ids)) {
    files.push(await namedFile(stores, caller, id, `fileIds.${ids.indexOf(id)}`));
  }
  return files;
}
