import type { Caller } from '../../access/caller.ts';
import { readableFile } from '../../lookup/files.ts';
import type { Ports } from '../../ports.ts';
import { notFound } from '../../shared/refusal.ts';
import { renewer } from '../../steps/authenticate.ts';
import { fileReceiver, type Upload } from '../../steps/receive-file.ts';
import type { ByteRange, File } from '../file.ts';

/** Unrecorded files are deleted after this time; until then an upload may be in progress. */
const ORPHAN_AGE_MS = 60 * 60 * 1000;
const SWEEP_STEP = 200;

/** Files (docs/rules.md, Files). */
export function fileUseCases(ports: Ports) {
  const { storage } = ports;
  const renew = renewer(ports);
  const { store, receive, discard } = fileReceiver(ports);

  const record = async (caller: Caller, file: File): Promise<File> => {
    await storage.write(caller.workspaceId, ({ files }) => files.insert(file));
    return file;
  };

  return {
    /**
     * Stores a stream. Leaves nothing behind if it fails, its key is revoked meanwhile or its record cannot be
     * stored.
     */
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

    /** Receives the bytes of a file without a record: they are deleted later unless `record` follows. */
    receive,

    /** Stores the record of a received file. */
    record,

    /** Deletes a received file that will not be recorded. */
    discard,

    /** 404 for a file that the caller may not read, as for an unknown id. */
    get: (caller: Caller, id: string): Promise<File> =>
      storage.read(caller.workspaceId, async (stores) => {
        const file = await readableFile(stores, caller, id);
        if (!file) throw notFound('file');
        return file;
      }),

    /** The bytes of a file returned by `get`. */
    content: (file: File, range?: ByteRange): AsyncIterable<Uint8Array> => store().read(file.id, range),

    /** Deletes contents without a record; returns how many. */
    sweep: async (): Promise<number> => {
      if (!ports.contents) return 0;
      let swept = 0;
      let step: string[] = [];
      const removeUnknown = async () => {
        const known = await storage.directory.knownFiles(step);
        for (const id of step.filter((each) => !known.has(each))) {
          await store().delete(id);
          swept++;
        }
        step = [];
      };
      for await (const id of store().olderThan(ORPHAN_AGE_MS)) {
        step.push(id);
        if (step.length >= SWEEP_STEP) await removeUnknown();
      }
      await removeUnknown();
      return swept;
    },
  };
}
