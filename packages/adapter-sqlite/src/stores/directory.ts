import { type BadRowListener, lookUpsOn } from '@tandem/adapter-sql';
import type { Directory, Keyholder } from '@tandem/core';
import type { Connection } from '../engine/sqlite.ts';
import { translated } from '../engine/unavailable.ts';

/** Maximum cached keyholders; a busy server uses far fewer keys. */
const MAX_KEPT = 10_000;

/**
 * Lookups that precede a workspace. Keyholders are cached, because every request needs one. The cache is cleared when
 * this process changes a keyholder (`forget`) or another process commits.
 */
export function createDirectory(
  reader: Connection,
  writer: Connection,
  reportBadRow: BadRowListener,
): Directory & { forget(): void } {
  const lookUps = lookUpsOn(reader, reportBadRow);
  const cache = new Map<string, Keyholder>();
  /** Incremented when the cache becomes stale: results of earlier lookups are not cached then. */
  let forgotten = 0;
  const forget = () => {
    cache.clear();
    forgotten++;
  };
  let version = writer.dataVersion();
  let checkedThisTurn = false;

  /** The check is a system call, so it runs once for all requests of an event loop turn. */
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

  /** Turns errors of the environment into refusals. */
  const translatingErrors =
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
    keyholder: translatingErrors(async (keyId) => {
      forgetWhatOthersChanged();
      const known = cache.get(keyId);
      if (known) return known;
      const before = forgotten;
      const holder = await lookUps.keyholder(keyId);
      if (!holder || forgotten !== before) return holder;
      if (cache.size >= MAX_KEPT) cache.clear();
      cache.set(keyId, holder);
      return holder;
    }),
    workspaceOfInvitation: translatingErrors(lookUps.workspaceOfInvitation),
    workspaceOfLink: translatingErrors(lookUps.workspaceOfLink),
    workspaces: translatingErrors(lookUps.workspaces),
    workspacesWithExpiredLeases: translatingErrors(lookUps.workspacesWithExpiredLeases),
    workspacesWithRestedTasks: translatingErrors(lookUps.workspacesWithRestedTasks),
    workspacesWithDueQuestions: translatingErrors(lookUps.workspacesWithDueQuestions),
    workspacesWithRemovals: translatingErrors(lookUps.workspacesWithRemovals),
    workspacesWithWebhooks: translatingErrors(lookUps.workspacesWithWebhooks),
    workspacesToFill: translatingErrors(lookUps.workspacesToFill),
    openTurns: translatingErrors(lookUps.openTurns),
    knownFiles: translatingErrors(lookUps.knownFiles),
  };
}
