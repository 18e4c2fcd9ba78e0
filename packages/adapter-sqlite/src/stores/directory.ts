import type { Directory, Keyholder, OpenTurns } from '@tandem/core';
import { sql } from 'kysely';
import { db, query } from '../engine/query.ts';
import type { BadRowListener } from '../engine/reading.ts';
import type { Connection } from '../engine/sqlite.ts';
import { translated } from '../engine/unavailable.ts';
import { readingKeys } from './keys.ts';
import { MEMBER, readingMembers } from './members.ts';
import { readingWorkspaces } from './workspace.ts';

const KEY = query((p: { id: string }) => db.selectFrom('keys').selectAll().where('id', '=', p.id));
const WORKSPACE = query((p: { ws: string }) =>
  db.selectFrom('workspaces').selectAll().where('id', '=', p.ws),
);
const WORKSPACES = query(() => db.selectFrom('workspaces').selectAll().orderBy('created_at').orderBy('id'));
const INVITATION = query((p: { id: string }) =>
  db.selectFrom('invitations').select('workspace_id').where('id', '=', p.id),
);

const EXPIRED = query(
  (p: { now: number }) => sql<{ workspace_id: string }>`
    SELECT DISTINCT workspace_id FROM turns INDEXED BY turns_by_lease WHERE state = 'running' AND lease_expires_at <= ${p.now}
    UNION ALL
    SELECT DISTINCT workspace_id FROM claims INDEXED BY claims_by_lease WHERE ended_at IS NULL AND expires_at <= ${p.now}`,
);
const RESTED = query(
  (p: { now: number }) => sql<{ workspace_id: string }>`
    SELECT DISTINCT workspace_id FROM tasks INDEXED BY tasks_resting
    WHERE status = 'todo' AND not_before IS NOT NULL AND not_before <= ${p.now}`,
);
const DUE = query(
  (p: { now: number }) => sql<{ workspace_id: string }>`
    SELECT DISTINCT workspace_id FROM questions INDEXED BY questions_due
    WHERE status = 'open' AND due_at IS NOT NULL AND due_at <= ${p.now}`,
);
const WITH_WEBHOOKS = query(
  () => sql<{ workspace_id: string }>`SELECT DISTINCT workspace_id FROM webhooks WHERE removed = 0`,
);
const OPEN_TURNS = query(
  () => sql<OpenTurns>`
    SELECT (SELECT count(*) FROM turns INDEXED BY turns_in_queue WHERE state = 'queued') AS queued,
      (SELECT count(*) FROM turns INDEXED BY turns_by_lease WHERE state = 'running') AS running`,
);
const WITH_REMOVALS = query(() => db.selectFrom('removals').select('workspace_id').distinct());
const KNOWN_FILES = query(
  (p: { ids: string }) => sql<{ id: string }>`
    SELECT id FROM files WHERE id IN (SELECT value FROM json_each(${p.ids}))`,
);

/** Keyholders kept at hand; a busy server has far fewer keys in use. */
const MOST_KEPT = 10_000;

/**
 * The look-ups before a workspace is known. Keyholders are kept, because every request asks for one, and
 * forgotten when this process changes one (`forget`) or another process has committed anything.
 */
export function createDirectory(
  reader: Connection,
  writer: Connection,
  reportBadRow: BadRowListener,
): Directory & { forget(): void } {
  const keys = readingKeys(reportBadRow);
  const members = readingMembers(reportBadRow);
  const workspacesIn = readingWorkspaces(reportBadRow);
  const kept = new Map<string, Keyholder>();
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
    if (now !== version) kept.clear();
    version = now;
  };

  const lookUp = (keyId: string): Keyholder | null => {
    const row = KEY.get(reader, { id: keyId });
    if (!row) return null;
    const ws = row.workspace_id;
    const key = keys.one(row);
    const workspace = workspacesIn.one(WORKSPACE.get(reader, { ws }));
    // A key of no workspace, which no foreign key has held up, opens nothing.
    if (!key || !workspace) return null;
    const member = (id: string | null) =>
      members.one(id === null ? undefined : MEMBER.get(reader, { ws, id }));
    return { key, workspace, member: member(row.member_id), creator: member(row.created_by) };
  };

  /** Looks up by `get`; what the machine cannot do now is told as such. */
  const lookingUp = async <T>(get: () => T): Promise<T> => {
    try {
      return get();
    } catch (error) {
      throw translated(error);
    }
  };

  return {
    forget: () => kept.clear(),
    keyholder: (keyId) =>
      lookingUp(() => {
        forgetWhatOthersChanged();
        let holder = kept.get(keyId) ?? null;
        if (!holder) {
          holder = lookUp(keyId);
          if (holder && kept.size >= MOST_KEPT) kept.clear();
          if (holder) kept.set(keyId, holder);
        }
        return holder;
      }),
    workspaceOfInvitation: (id) => lookingUp(() => INVITATION.get(reader, { id })?.workspace_id ?? null),
    workspaces: () =>
      lookingUp(() => {
        const rows = WORKSPACES.all(reader, {});
        const readable = workspacesIn.all(rows);
        // Some are served without the others; but a database of which none can be read is not an empty one.
        if (readable.length === 0) workspacesIn.one(rows[0]);
        return readable;
      }),
    workspacesWithExpiredLeases: (now) =>
      lookingUp(() => [...new Set(EXPIRED.all(reader, { now }).map(({ workspace_id }) => workspace_id))]),
    workspacesWithRestedTasks: (now) =>
      lookingUp(() => RESTED.all(reader, { now }).map(({ workspace_id }) => workspace_id)),
    workspacesWithDueQuestions: (now) =>
      lookingUp(() => DUE.all(reader, { now }).map(({ workspace_id }) => workspace_id)),
    workspacesWithRemovals: () =>
      lookingUp(() => WITH_REMOVALS.all(reader, {}).map(({ workspace_id }) => workspace_id)),
    workspacesWithWebhooks: () =>
      lookingUp(() => WITH_WEBHOOKS.all(reader, {}).map(({ workspace_id }) => workspace_id)),
    openTurns: () => lookingUp(() => OPEN_TURNS.get(reader, {}) as OpenTurns),
    knownFiles: (ids) =>
      lookingUp(() => new Set(KNOWN_FILES.all(reader, { ids: JSON.stringify(ids) }).map(({ id }) => id))),
  };
}
