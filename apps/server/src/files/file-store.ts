import { randomUUID } from 'node:crypto';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { contentIds, localFiles } from '@tandem/adapter-files';
import { problemOf, S3Trouble, s3Files } from '@tandem/adapter-s3';
import type { FileContents } from '@tandem/core';
import { CannotRun } from '../errors/cannot-run.ts';
import { codeOf } from '../errors/error-code.ts';
import type { Config } from '../settings/config.ts';
import { shownFiles } from '../settings/files-url.ts';
import { filesIn } from '../storage/sqlite.ts';

/** The file store that the settings select. */
export interface FileStore extends FileContents {
  /** Its name, as shown to the operator. */
  readonly where: string;
  /** The ids of all stored contents. */
  ids(): AsyncIterable<string>;
  /** Throws `CannotRun` if contents cannot be read or, on request, written. */
  check(use: 'read' | 'write', patience?: Patience): Promise<void>;
  close(): void;
}

/** Retry options for a file store that is not reachable yet: it may have been started just now. */
export interface Patience {
  readonly forMs: number;
  /** Called once, when waiting begins. */
  readonly onWaiting: (reason: unknown) => void;
}

const TRY_MS = 500;

export function fileStore({ dataDir, filesUrl }: Pick<Config, 'dataDir' | 'filesUrl'>): FileStore {
  if (filesUrl === null) return { ...inFolder(filesIn(dataDir)), check: async () => undefined };
  const where = shownFiles(filesUrl);
  if ('folder' in filesUrl) {
    return { ...inFolder(filesUrl.folder), check: async (use) => checkFolder(filesUrl.folder, use) };
  }
  // Silences the AWS SDK's warning about the Node version, which is for developers who update the library.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const files = s3Files(filesUrl.s3);
  return {
    ...files,
    where,
    check: async (use, patience) => {
      await patiently(() => files.check(use), patience).catch((error: unknown) => {
        throw new CannotRun(
          `Files can't be stored in ${where}: ${problemOf(error)}. See TANDEM_FILES_URL and the access keys.`,
        );
      });
    },
  };
}

async function patiently(
  check: () => Promise<void>,
  { forMs, onWaiting }: Patience = IMPATIENT,
): Promise<void> {
  const until = performance.now() + forMs;
  for (let logged = false; ; logged = true) {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof S3Trouble && error.isAway) || performance.now() + TRY_MS > until) throw error;
      if (!logged) onWaiting(error);
      await pause(TRY_MS);
    }
  }
}

const IMPATIENT: Patience = { forMs: 0, onWaiting: () => undefined };

const inFolder = (directory: string) => ({
  ...localFiles({ directory }),
  where: directory,
  ids: () => contentIds({ directory }),
  close: () => undefined,
});

/** A configured folder must exist: if its disk is not mounted, creating it would put the files on another disk. */
function checkFolder(folder: string, use: 'read' | 'write'): void {
  const refuse = (why: string) =>
    new CannotRun(`Files can't be stored in ${folder}: ${why}. See TANDEM_FILES_URL.`);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw refuse('the folder does not exist. Create it, or mount its volume');
  }
  if (use === 'read') return;
  const probe = join(folder, `.${randomUUID()}`);
  try {
    writeFileSync(probe, '');
  } catch (error) {
    throw refuse(`it is not writable (${codeOf(error)})`);
  } finally {
    rmSync(probe, { force: true });
  }
}
