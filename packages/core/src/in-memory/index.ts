import type { Keyholder } from '../access/keyholder.ts';
import type { Storage, Stores, Work } from '../ports.ts';
import { isDue } from '../questions/question.ts';
import { keyOfSession } from '../sessions/session.ts';
import { publisher, type Signal } from '../shared/signals.ts';
import {
  guarded,
  oneAtATime,
  RESTLESS,
  transactionUnits,
  UnitOfWorkMisuse,
  withinATurn,
} from '../shared/unit-of-work.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { monitoringStore } from './agents.ts';
import { chatStores } from './chats.ts';
import { eventStore } from './events.ts';
import { exportStore } from './exports.ts';
import { fileStores } from './files.ts';
import { goalStore } from './goals.ts';
import { importStore } from './imports.ts';
import { inboxStore } from './inbox.ts';
import { initiativeStore } from './initiatives.ts';
import { labelStore } from './labels.ts';
import { memberStores } from './members.ts';
import { notificationStore } from './notifications.ts';
import { preferenceStore } from './preferences.ts';
import { projectStore } from './projects.ts';
import { restsNoLonger } from './ready.ts';
import { removalStore } from './removals.ts';
import { resultStores } from './results.ts';
import { searchStore } from './search.ts';
import { sessionStores } from './sessions.ts';
import { storedResponseStore } from './stored-responses.ts';
import type { Journal } from './table.ts';
import { copyOf, type Tables, workspaceTables } from './tables.ts';
import { taskStores } from './tasks.ts';
import { usageStore } from './usage.ts';
import { verificationStore } from './verifications.ts';
import { viewStore } from './views.ts';
import { webhookStores } from './webhooks.ts';

export { inMemoryContents } from './contents.ts';

/**
 * A complete Storage in memory: for unit tests, for embedding, and as the model that other storages are tested
 * against. It meets every guarantee of a Storage except durability, and favors clarity over speed: its lists scan.
 * Given another in-memory storage that is idle, it starts with a copy of its data, so that tests can share expensive
 * fixtures.
 */
export function inMemoryStorage(like?: Storage): Storage {
  const workspaces: Workspaces = new Map();
  const turns = oneAtATime();
  const signals = publisher();
  /** Signals raised by the running unit. */
  let raised: Signal[] = [];

  const add = (workspaceId: string, tables: Tables) => {
    const added = { tables, open: guarded(storesOf(tables, (signal) => raised.push(signal))) };
    workspaces.set(workspaceId, added);
    return added;
  };
  const workspace = (workspaceId: string) =>
    workspaces.get(workspaceId) ?? add(workspaceId, workspaceTables([]));
  for (const [id, { tables }] of (like && workspacesOf.get(like)) ?? []) add(id, copyOf(tables));

  /** The journals of the transaction, with the changes that a rollback undoes. */
  let journals = new Set<Journal>();
  let endRunningUnit = () => {};

  const unit = async <T>(workspaceId: string, work: Work<T>): Promise<T> => {
    const { tables, open } = workspace(workspaceId);
    const { journal } = tables;
    const { stores, end } = open();
    const [changes, signals, transaction] = [journal.length, raised.length, journals];
    journals.add(journal);
    endRunningUnit = end;
    try {
      return await work(stores);
    } catch (refusal) {
      // Not if the transaction has ended without it.
      if (journals === transaction) {
        undo(journal, changes);
        raised.length = signals;
      }
      throw refusal;
    } finally {
      end();
    }
  };

  const committed = <T>(work: () => Promise<T>): Promise<T> =>
    turns.run(async () => {
      raised = [];
      try {
        const result = await work();
        signals.publish(raised);
        return result;
      } catch (error) {
        endRunningUnit();
        for (const journal of journals) undo(journal, 0);
        throw error;
      } finally {
        for (const journal of journals) journal.length = 0;
        journals = new Set();
      }
    });
  const alone = <T>(workspaceId: string, work: Work<T>) => committed(() => unit(workspaceId, work));

  const allTables = () => [...workspaces.values()].map(({ tables }) => tables);

  const storage: Storage = {
    read: alone,
    write: alone,
    transaction: (work) =>
      committed(() => {
        const { units, during } = transactionUnits(unit);
        return during(() => withinATurn(() => work({ ...units, host: noHost })));
      }),
    snapshot: (workspaceId) =>
      turns.run(async () => {
        const open = guarded(storesOf(copyOf(workspace(workspaceId).tables), () => undefined));
        return {
          read: async (work) => {
            const { stores, end } = open();
            try {
              return await work(stores);
            } finally {
              end();
            }
          },
          close: async () => undefined,
        };
      }),
    signals,
    directory: {
      keyholder: async (keyId) => {
        for (const tables of allTables()) {
          const key = tables.keys.get(keyId);
          if (key) return keyholderOf(tables, key);
          const session = tables.sessions.get(keyId);
          if (session) return { ...keyholderOf(tables, keyOfSession(session)), session };
        }
        return null;
      },
      workspaceOfInvitation: async (id) =>
        allTables()
          .find(({ invitations }) => invitations.get(id))
          ?.workspace.get()?.id ?? null,
      workspaceOfLink: async (id) =>
        allTables()
          .find(({ links }) => links.get(id))
          ?.workspace.get()?.id ?? null,
      workspaces: async () =>
        allTables()
          .map(({ workspace }) => workspace.get())
          .filter((workspace): workspace is Workspace => workspace !== null),
      workspacesWithExpiredLeases: async (now) =>
        allTables()
          .filter(
            ({ turns, claims, taskVerifications }) =>
              turns.find(
                ({ state, lease }) => state === 'running' && lease !== null && lease.expiresAt <= now,
              ) ??
              claims.find(({ ended, lease }) => ended === null && lease.expiresAt <= now) ??
              taskVerifications.find(
                ({ state, lease }) => state === 'running' && lease !== null && lease.expiresAt <= now,
              ),
          )
          .map(({ workspace }) => workspace.get()?.id ?? ''),
      workspacesWithRestedTasks: async (now) =>
        allTables()
          .filter(({ tasks }) => tasks.find((task) => restsNoLonger(task, now)))
          .map(({ workspace }) => workspace.get()?.id ?? ''),
      workspacesWithDueQuestions: async (now) =>
        allTables()
          .filter(({ questions }) => questions.find((question) => isDue(question, now)))
          .map(({ workspace }) => workspace.get()?.id ?? ''),
      workspacesWithRemovals: async () =>
        allTables()
          .filter(({ removals }) => removals.find(() => true))
          .map(({ workspace }) => workspace.get()?.id ?? ''),
      workspacesWithWebhooks: async () =>
        allTables()
          .filter(({ webhooks }) => webhooks.find(() => true))
          .map(({ workspace }) => workspace.get()?.id ?? ''),
      workspacesToFill: async () => [],
      openTurns: async () => {
        const count = (state: string) =>
          allTables().flatMap(({ turns }) => turns.filter((turn) => turn.state === state)).length;
        return { queued: count('queued'), running: count('running') };
      },
      knownFiles: async (ids) => new Set(ids.filter((id) => allTables().some(({ files }) => files.get(id)))),
    },
    ping: async () => undefined,
    close: async () => undefined,
  };
  workspacesOf.set(storage, workspaces);
  return storage;
}

/** Undoes changes until the journal is as short as it was before them. */
function undo(journal: Journal, length: number): void {
  while (journal.length > length) journal.pop()?.();
}

const noHost = (): never => {
  throw new UnitOfWorkMisuse(
    'A storage in memory has no connection for statements of the host. Use SQLite or PostgreSQL in this test.',
  );
};

type Workspaces = Map<string, { tables: Tables; open: ReturnType<typeof guarded<Stores>> }>;

/** The data of each storage, for copies. */
const workspacesOf = new WeakMap<Storage, Workspaces>();

function keyholderOf(tables: Tables, key: Keyholder['key']): Keyholder {
  const member = (id: string | null) => (id === null ? null : (tables.members.get(id) ?? null));
  return {
    key,
    member: member(key.memberId),
    creator: member(key.createdBy),
    workspace: tables.workspace.get() as Workspace,
  };
}

const storesOf = (tables: Tables, raise: (signal: Signal) => void): Stores => {
  const stores = entityStores(tables, raise);
  return { ...stores, exports: exportStore(tables, stores) };
};

const entityStores = (tables: Tables, raise: (signal: Signal) => void): Omit<Stores, 'exports'> => ({
  signals: { raise },
  pace: RESTLESS,
  ...taskStores(tables),
  ...memberStores(tables),
  ...sessionStores(tables),
  labels: labelStore(tables),
  views: viewStore(tables),
  preferences: preferenceStore(tables),
  projects: projectStore(tables),
  initiatives: initiativeStore(tables),
  goals: goalStore(tables),
  workspace: {
    get: async () => tables.workspace.get(),
    insert: async (workspace) => tables.workspace.set(workspace),
    update: async (workspace) => tables.workspace.set(workspace),
  },
  events: eventStore(tables),
  notifications: notificationStore(tables),
  ...fileStores(tables),
  ...resultStores(tables),
  verifications: verificationStore(tables),
  imports: importStore(tables),
  inbox: inboxStore(tables),
  ...chatStores(tables),
  ...webhookStores(tables),
  monitoring: monitoringStore(tables),
  removals: removalStore(tables),
  usage: usageStore(tables),
  search: searchStore(tables),
  answers: storedResponseStore(tables),
});
