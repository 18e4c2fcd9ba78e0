import type { Caller } from '../access/caller.ts';
import { type File, type FileContents, safeFileName, safeMimeType } from '../files/file.ts';
import type { Ports } from '../ports.ts';
import { Refusal } from '../shared/refusal.ts';

export interface Upload {
  readonly fileName: string;
  readonly mimeType: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Stores and deletes the bytes of files; their records are stored by use cases. 503 without a file store. */
export function fileReceiver({ contents, clock, newId }: Ports) {
  const store = (): FileContents => {
    if (contents) return contents;
    throw new Refusal(
      'UNAVAILABLE',
      'This service does not store files. Ask its operator to set up a file store.',
    );
  };

  return {
    store,

    /** Receives the bytes of a file without a record: they are deleted later unless it is recorded. */
    receive: async (caller: Caller, { fileName, mimeType, content }: Upload): Promise<File> => {
      const id = newId();
      const { size, sha256 } = await store().write(id, content);
      return {
        id,
        fileName: safeFileName(fileName),
        mimeType: safeMimeType(mimeType),
        size,
        sha256,
        uploaderId: caller.id,
        ...(caller.run && { claimId: caller.run.claimId }),
        createdAt: clock(),
      };
    },

    /** Deletes a received file that will not be recorded. */
    discard: (file: File): Promise<void> => store().delete(file.id),
  };
}
