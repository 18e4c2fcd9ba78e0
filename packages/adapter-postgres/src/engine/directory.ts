import { type BadRowListener, lookUpsOn } from '@tandem/adapter-sql';
import type { Directory, Keyholder } from '@tandem/core';
import type { UnitConnection } from './connection.ts';
import type { Reader } from './reader.ts';
import type { VersionsFrom } from './versions.ts';
import type { Wire } from './wire.ts';

interface Cached {
  readonly holder: Keyholder;
  /** The access version that the holder belongs to. */
  readonly access: number;
}

/** Maximum cached keyholders; a busy server uses far fewer keys. */
const MAX_KEPT = 10_000;

const VERSION = `
  SELECT access_version FROM heads WHERE workspace_id = (
    SELECT workspace_id FROM keys WHERE id = $1 UNION ALL SELECT workspace_id FROM sessions WHERE id = $1 LIMIT 1)`;

/**
 * Lookups that precede a workspace. Keyholders are cached, because every request needs one; before a cached one is
 * used, the database is asked if anything that affects it has changed. A key revoked by one server is therefore refused
 * by all from the next request on. After a failover that loses commits, version numbers may repeat: a cached version is
 * discarded when another connection reports it.
 */
export function createDirectory(
  reader: Reader,
  versionsOf: (workspaceId: string) => Promise<VersionsFrom>,
  reportBadRow: BadRowListener,
): Directory {
  const cache = new Map<string, Cached>();
  let answeredBy: Wire | null = null;
  const lookUps = new WeakMap<UnitConnection, Directory>();

  const on = (connection: UnitConnection): Directory => {
    let found = lookUps.get(connection);
    if (!found) {
      found = lookUpsOn(connection, reportBadRow);
      lookUps.set(connection, found);
    }
    return found;
  };
  const lookUp = <T>(ask: (directory: Directory) => Promise<T>): Promise<T> =>
    reader.snapshot((connection) => ask(on(connection)));

  /** The holder and its version, from one snapshot. */
  const read = (keyId: string) =>
    reader.snapshot(async (connection) => {
      const [versions, holder] = await Promise.all([
        connection.all(VERSION, [keyId], ([access]) => access as number),
        on(connection).keyholder(keyId),
      ]);
      return holder && { holder, access: versions[0] ?? 0 };
    });

  return {
    keyholder: async (keyId) => {
      const known = cache.get(keyId);
      if (known) {
        const { access, by } = await versionsOf(known.holder.workspace.id);
        if (by !== answeredBy) cache.clear();
        answeredBy = by;
        if (cache.get(keyId) === known && access === known.access) return known.holder;
      }
      const found = await read(keyId);
      if (!found) {
        cache.delete(keyId);
        return null;
      }
      if (cache.size >= MAX_KEPT) cache.clear();
      cache.set(keyId, found);
      return found.holder;
    },
    workspaceOfInvitation: (id) => lookUp((directory) => directory.workspaceOfInvitation(id)),
    workspaceOfLink: (id) => lookUp((directory) => directory.workspaceOfLink(id)),
    workspaces: () => lookUp((directory) => directory.workspaces()),
    workspacesWithExpiredLeases: (now) => lookUp((directory) => directory.workspacesWithExpiredLeases(now)),
    workspacesWithRestedTasks: (now) => lookUp((directory) => directory.workspacesWithRestedTasks(now)),
    workspacesWithDueQuestions: (now) => lookUp((directory) => directory.workspacesWithDueQuestions(now)),
    workspacesWithRemovals: () => lookUp((directory) => directory.workspacesWithRemovals()),
    workspacesWithWebhooks: () => lookUp((directory) => directory.workspacesWithWebhooks()),
    workspacesToFill: () => lookUp((directory) => directory.workspacesToFill()),
    openTurns: () => lookUp((directory) => directory.openTurns()),
    knownFiles: (ids) => lookUp((directory) => directory.knownFiles(ids)),
  };
}
