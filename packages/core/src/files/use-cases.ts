import { renewer } from '../access/authenticate.ts';
import type { Caller } from '../access/caller.ts';
import { chatPersonOf } from '../access/chat-access.ts';
import { grants } from '../access/scopes.ts';
import type { Ports, Stores } from '../ports.ts';
import { invalid, notFound, Refusal } from '../shared/refusal.ts';
import { type ByteRange, type File, type FileContents, safeFileName, safeMimeType } from './file.ts';

/** Files that no record knows are swept up after this long: an upload may be under way till then. */
const ORPHAN_AGE_MS = 60 * 60 * 1000;
const SWEEP_STEP = 200;

export interface Upload {
  readonly fileName: string;
  readonly mimeType: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Files (docs/rules.md, Files). */
export function fileUseCases(ports: Ports) {
  const { storage, clock, newId } = ports;
  const renew = renewer(ports);

  const contents = (): FileContents => {
    if (ports.contents) return ports.contents;
    throw new Refusal('UNAVAILABLE', 'This service keeps no files. Ask its operator to set up a file store.');
  };

  const receive = async (caller: Caller, { fileName, mimeType, content }: Upload): Promise<File> => {
    const id = newId();
    const { size, sha256 } = await contents().write(id, content);
    return {
      id,
      fileName: safeFileName(fileName),
      mimeType: safeMimeType(mimeType),
      size,
      sha256,
      uploaderId: caller.id,
      createdAt: clock(),
    };
  };

  const record = async (caller: Caller, file: File): Promise<File> => {
    await storage.write(caller.workspaceId, ({ files }) => files.insert(file));
    return file;
  };

  const discard = (file: File): Promise<void> => contents().delete(file.id);

  return {
    /** Keeps a stream. Nothing is left behind when it fails, its key goes or its record cannot be kept. */
    upload: async (caller: Caller, upload: Upload): Promise<File> => {
      const file = await receive(caller, upload);
      try {
        await renew(caller);
        return await record(caller, file);
      } catch (error) {
        await discard(file);
        throw error;
      }
    },

    /** Takes in the bytes of a file that is not on record yet: they are swept up unless `record` follows. */
    receive,

    /** Puts a file on record that was received. */
    record,

    /** Removes what was received and is not to be put on record. */
    discard,

    /** 404 for a file that the caller may not read, as for one that is not there. */
    get: (caller: Caller, id: string): Promise<File> =>
      storage.read(caller.workspaceId, async (stores) => {
        const file = await readableFile(stores, caller, id);
        if (!file) throw notFound('file');
        return file;
      }),

    /** The bytes of a file that `get` has given. */
    content: (file: File, range?: ByteRange): AsyncIterable<Uint8Array> => contents().read(file.id, range),

    /** Removes contents whose record was never kept; returns how many. */
    sweep: async (): Promise<number> => {
      if (!ports.contents) return 0;
      let swept = 0;
      let step: string[] = [];
      const removeUnknown = async () => {
        const known = await storage.directory.knownFiles(step);
        for (const id of step.filter((each) => !known.has(each))) {
          await contents().delete(id);
          swept++;
        }
        step = [];
      };
      for await (const id of contents().olderThan(ORPHAN_AGE_MS)) {
        step.push(id);
        if (step.length >= SWEEP_STEP) await removeUnknown();
      }
      await removeUnknown();
      return swept;
    },
  };
}

/**
 * The file, if the caller may read it: whoever uploaded it, the workspace once it is on a task, and the
 * two sides of a chat that carries it.
 */
export async function readableFile({ files }: Stores, caller: Caller, id: string): Promise<File | null> {
  const file = await files.byId(id);
  if (!file) return null;
  if (await files.isOnTask(id)) return file;
  if (file.uploaderId === caller.id && !(await isPrivateTo(files, caller, id))) return file;
  return (await isReadableThroughChat(files, caller, id)) ? file : null;
}

/**
 * What the caller has uploaded is read through the chats that carry it alone: by a key that acts as somebody,
 * which reaches none, and by a person to whom such a chat is closed.
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

/** The file that a body names; 400 at its field when it is not there for the caller. */
export async function namedFile(stores: Stores, caller: Caller, id: string, field: string): Promise<File> {
  const file = await readableFile(stores, caller, id);
  if (!file) throw invalid({ [field]: 'names a file that is not there; upload it first' });
  return file;
}

/** The files that a body names, repeats folded; 400 at the place in `fileIds` of the first that is not there. */
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
