import { type BadRowListener, lookUpsOn } from '@tandem/adapter-sql';
import type { Directory, Keyholder } from '@tandem/core';
import type { Connection } from '../engine/sqlite.ts';
import { translated } from '../engine/unavailable.ts';

/** Keyholders kept at hand; a busy server has far fewer keys in use. */
const MAX_KEPT = 10_000;

/**
 * The look-ups before a workspace is known. Keyholders are kept, because every request asks for one, and
 * forgotten when this process changes one (`forget`) or another process has committed anything.
 */
export function createDirectory(
  reader: Connection,
  writer: Connection,
  reportBadRow: BadRowListener,
): Directory & { forget(): void } {
  const lookUps = lookUpsOn(reader, reportBadRow);
  const kept = new Map<string, Keyholder>();
  /** Rises whenever what is kept may be wrong: what was looked up before is not kept then. */
  let forgotten = 0;
  const forget = () => {
    kept.clear();
    forgotten++;
  };
  let version = writer.dataVersion();
  let checkedThisTurn = false;

  /** Asking costs a system call, so it is done once for all requests that one turn of the event loop brings. */
  const forgetWhatOthersChanged = () => {
    if (checkedThisTurn) return;
    checkedThisTurn = true;
    setImmediate(() => {
      checkedThisTurn = false;
    });
    const now = writer.dataVersion();
    if (now !== version) forget();
    version = now;
  };

  /** What the machine cannot do now is told as such. */
  const telling =
    <Given extends unknown[], T>(lookUp: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      try {
        return await lookUp(...given);
      } catch (error) {
        throw translated(error);
      }
    };

  return {
    forget,
    keyholder: telling(async (keyId) => {
      forgetWhatOthersChanged();
      const known = kept.get(keyId);
      if (known) return known;
      const before = forgotten;
      const holder = await lookUps.keyholder(keyId);
      if (!holder || forgotten !== before) return holder;
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(keyId, holder);
      return holder;
    }),
    workspaceOfInvitation: telling(lookUps.workspaceOfInvitation),
    workspaceOfLink: telling(lookUps.workspaceOfLink),
    workspaces: telling(lookUps.workspaces),
    workspacesWithExpiredLeases: telling(lookUps.workspacesWithExpiredLeases),
    workspacesWithRestedTasks: telling(lookUps.workspacesWithRestedTasks),
    workspacesWithDueQuestions: telling(lookUps.workspacesWithDueQuestions),
    workspacesWithRemovals: telling(lookUps.workspacesWithRemovals),
    workspacesWithWebhooks: telling(lookUps.workspacesWithWebhooks),
    workspacesToFill: telling(lookUps.workspacesToFill),
    openTurns: telling(lookUps.openTurns),
    knownFiles: telling(lookUps.knownFiles),
  };
}
