import { type Directory, type Keyholder, keyOfSession, type OpenTurns } from '@tandem/core';
import { sql } from 'kysely';
import type { Connection } from './connection.ts';
import { indexedBy, textsOf } from './dialect.ts';
import { db, query } from './query.ts';
import type { BadRowListener } from './reading.ts';
import { readingKeys } from './stores/access/store.ts';
import { MEMBER, readingMembers } from './stores/members/store.ts';
import { readingSessions } from './stores/sessions/store.ts';
import { readingWorkspaces } from './stores/workspace/store.ts';

const KEY = query((p: { id: string }) => db.selectFrom('keys').selectAll().where('id', '=', p.id));
const SESSION = query((p: { id: string }) => db.selectFrom('sessions').selectAll().where('id', '=', p.id));
const WORKSPACE = query((p: { ws: string }) =>
  db.selectFrom('workspaces').selectAll().where('id', '=', p.ws),
);
const WORKSPACES = query(() => db.selectFrom('workspaces').selectAll().orderBy('created_at').orderBy('id'));
const INVITATION = query((p: { id: string }) =>
  db.selectFrom('invitations').select('workspace_id').where('id', '=', p.id),
);
const LINK = query((p: { id: string }) =>
  db.selectFrom('sign_in_links').select('workspace_id').where('id', '=', p.id),
);
const EXPIRED = query(
  (p: { now: number }) => sql<{ workspace_id: string }>`
    SELECT DISTINCT workspace_id FROM turns ${indexedBy('turns_by_lease')}
    WHERE state = 'running' AND lease_expires_at <= ${p.now}
    UNION ALL
    SELECT DISTINCT workspace_id FROM claims ${indexedBy('claims_by_check')}
    WHERE ended_at IS NULL AND check_at <= ${p.now}
    UNION ALL
    SELECT DISTINCT workspace_id FROM task_verifications ${indexedBy('task_verifications_by_end')}
    WHERE state = 'running' AND expires_at <= ${p.now}`,
);
const RESTED = query(
  (p: { now: number }) => sql<{ workspace_id: string }>`
    SELECT DISTINCT workspace_id FROM tasks ${indexedBy('tasks_resting')}
    WHERE status = 'todo' AND not_before IS NOT NULL AND not_before <= ${p.now}`,
);
const DUE = query(
  (p: { now: number }) => sql<{ workspace_id: string }>`
    SELECT DISTINCT workspace_id FROM questions ${indexedBy('questions_due')}
    WHERE status = 'open' AND due_at IS NOT NULL AND due_at <= ${p.now}`,
);
const WITH_WEBHOOKS = query(
  () => sql<{ workspace_id: string }>`SELECT DISTINCT workspace_id FROM webhooks WHERE removed = 0`,
);
const OPEN_TURNS = query(
  () => sql<OpenTurns>`
    SELECT (SELECT count(*) FROM turns ${indexedBy('turns_in_queue')} WHERE state = 'queued') AS queued,
      (SELECT count(*) FROM turns ${indexedBy('turns_by_lease')} WHERE state = 'running') AS running`,
);
const WITH_REMOVALS = query(() => db.selectFrom('removals').select('workspace_id').distinct());
const TO_FILL = query(() => db.selectFrom('search_fills').select('workspace_id').distinct());
const KNOWN_FILES = query(
  (p: { ids: string }) => sql<{ id: string }>`SELECT id FROM files WHERE id IN ${textsOf(p.ids)}`,
);

/** Lookups that run before the workspace is known. Each uses an index that does not lead with it. */
export function lookUpsOn(on: Connection, reportBadRow: BadRowListener): Directory {
  const keys = readingKeys(reportBadRow);
  const sessions = readingSessions(reportBadRow);
  const members = readingMembers(reportBadRow);
  const workspacesIn = readingWorkspaces(reportBadRow);
  const member = async (ws: string, id: string | null) =>
    id === null ? null : members.one(await MEMBER.get(on, { ws, id }));
  const ids = (rows: readonly { workspace_id: string }[]) => rows.map(({ workspace_id }) => workspace_id);

  const signedIn = async (id: string): Promise<Keyholder | null> => {
    const row = await SESSION.get(on, { id });
    const session = sessions.one(row);
    if (!row || !session) return null;
    const ws = row.workspace_id;
    const [workspaceRow, person] = await Promise.all([WORKSPACE.get(on, { ws }), member(ws, row.member_id)]);
    const workspace = workspacesIn.one(workspaceRow);
    return workspace && { key: keyOfSession(session), session, workspace, member: person, creator: person };
  };

  return {
    keyholder: async (keyId): Promise<Keyholder | null> => {
      const row = await KEY.get(on, { id: keyId });
      if (!row) return signedIn(keyId);
      const ws = row.workspace_id;
      const key = keys.one(row);
      const [workspaceRow, speaker, creator] = await Promise.all([
        WORKSPACE.get(on, { ws }),
        member(ws, row.member_id),
        member(ws, row.created_by),
      ]);
      const workspace = workspacesIn.one(workspaceRow);
      // A key without a workspace row grants nothing. A foreign key normally rules this out.
      return key && workspace ? { key, workspace, member: speaker, creator } : null;
    },
    workspaceOfInvitation: async (id) => (await INVITATION.get(on, { id }))?.workspace_id ?? null,
    workspaceOfLink: async (id) => (await LINK.get(on, { id }))?.workspace_id ?? null,
    workspaces: async () => {
      const rows = await WORKSPACES.all(on, {});
      const readable = workspacesIn.all(rows);
      // Readable workspaces are served without the unreadable ones. If none is readable, this throws: the database is
      // not empty.
      if (readable.length === 0) workspacesIn.one(rows[0]);
      return readable;
    },
    workspacesWithExpiredLeases: async (now) => [...new Set(ids(await EXPIRED.all(on, { now })))],
    workspacesWithRestedTasks: async (now) => ids(await RESTED.all(on, { now })),
    workspacesWithDueQuestions: async (now) => ids(await DUE.all(on, { now })),
    workspacesWithRemovals: async () => ids(await WITH_REMOVALS.all(on, {})),
    workspacesWithWebhooks: async () => ids(await WITH_WEBHOOKS.all(on, {})),
    workspacesToFill: async () => ids(await TO_FILL.all(on, {})),
    openTurns: async () => (await OPEN_TURNS.get(on, {})) as OpenTurns,
    knownFiles: async (ids) =>
      new Set((await KNOWN_FILES.all(on, { ids: JSON.stringify(ids) })).map(({ id }) => id)),
  };
}
