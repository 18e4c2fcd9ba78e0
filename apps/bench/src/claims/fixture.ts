import { nodePorts } from '@tandem/adapter-node';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import {
  type Agent,
  type Caller,
  createTandem,
  DEFAULT_FIELDS,
  NO_CHILDREN,
  NO_WORK,
  type Stores,
  type Tandem,
  type Task,
  type TaskWork,
} from '@tandem/core';
import { newTeam } from '@tandem/core/testing/world';
import { databaseIn } from '../seed.ts';

/** Ready tasks that a claimer finds behind others that are not for it. */
export const READY = 100;
const AGENTS = 4;
/** Claims that all agents together hold at a time. */
export const TOGETHER = 32;
/** Tasks written in one unit of work. */
const BATCH = 2_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const YEAR_MS = 365 * DAY_MS;

/** The tasks that precede the ready ones. */
export const BEFORE = ['nothing', 'ready', 'blocked', 'foreign', 'declined', 'not yet', 'unlabeled'] as const;
export type Before = (typeof BEFORE)[number];

/** A workspace whose agents claim tasks. */
export interface Claimers {
  readonly before: Before;
  readonly tandem: Tandem;
  /** Labels that only the ready tasks have, if labels tell them apart. */
  readonly labels: readonly string[] | undefined;
  /** Each as often as it claims at a time. */
  readonly callers: readonly Caller[];
}

/** All on one database in a folder. `passDay` advances the clock by a day, so that no task is claimed too often. */
export async function makeClaimers(
  folder: string,
  tasks: number,
  note: (text: string) => void,
): Promise<{ readonly workspaces: readonly Claimers[]; passDay(): void; close(): Promise<void> }> {
  let days = 0;
  const ports = nodePorts();
  const storage = sqliteStorage({ file: databaseIn(folder) });
  const tandem = createTandem({ ...ports, storage, clock: () => Date.now() + days * DAY_MS });
  const workspaces: Claimers[] = [];
  for (const before of BEFORE) {
    note(`${before === 'nothing' ? READY : tasks} tasks: ${before}`);
    const team = await newTeam(tandem, { name: before });
    const { admin, workspaceId } = team;
    const agents: Agent[] = [];
    for (let i = 0; i <= AGENTS; i++) {
      const { id } = await team.agent(`agent-${i}`);
      agents.push(await tandem.agents.update(admin, id, { maxClaims: TOGETHER }));
    }
    const [other, ...claimers] = agents;
    const write = (count: number, add: (stores: Stores) => Promise<void>) =>
      inBatches(count, (part) =>
        storage.write(workspaceId, async (stores) => {
          for (let i = 0; i < part; i++) await add(stores);
        }),
      );
    const task = { creatorId: team.founder.id, assignee: null };
    const label = before === 'unlabeled' ? await tandem.labels.create(admin, { name: 'Wanted' }) : null;
    if (before !== 'nothing') {
      const blocker =
        before === 'blocked'
          ? await storage.write(workspaceId, (stores) =>
              addTask(stores, ports.newId(), { ...task, status: 'in_progress' }),
            )
          : 0;
      await write(tasks, async (stores) => {
        const number = await addTask(stores, ports.newId(), {
          ...task,
          assignee: before === 'foreign' ? (other ?? null) : null,
          work: before === 'not yet' ? { ...NO_WORK, notBefore: Date.now() + 100 * YEAR_MS } : NO_WORK,
        });
        if (before === 'blocked') {
          const edge = { kind: 'blocks', from: blocker, to: number } as const;
          await stores.relations.insert({ id: ports.newId(), ...edge, madeOn: number, madeBy: 'human' });
        }
        if (before === 'declined') {
          for (const { id } of claimers) await stores.ready.decline(number, id);
        }
      });
    }
    await write(READY, async (stores) => {
      await addTask(stores, ports.newId(), { ...task, labels: label ? [label] : [] });
    });
    const callers: Caller[] = [];
    for (const { name } of claimers) {
      const caller = await tandem.operator.callerFor(workspaceId, name);
      callers.push({ ...caller, key: { ...caller.key, kind: 'agent' } });
    }
    workspaces.push({
      before,
      tandem,
      labels: label ? [label.name] : undefined,
      callers: Array.from({ length: TOGETHER }, (_, i) => callers[i % callers.length] as Caller),
    });
  }
  return { workspaces, passDay: () => days++, close: () => tandem.close() };
}

async function inBatches(count: number, write: (part: number) => Promise<void>): Promise<void> {
  for (let left = count; left > 0; left -= BATCH) await write(Math.min(left, BATCH));
}

async function addTask(
  { tasks }: Stores,
  id: string,
  traits: Pick<Task, 'creatorId' | 'assignee'> & {
    readonly status?: Task['status'];
    readonly work?: TaskWork;
    readonly labels?: Task['labels'];
  },
): Promise<number> {
  const taskNumber = await tasks.nextNumber();
  await tasks.insert({
    ...DEFAULT_FIELDS,
    id,
    taskNumber,
    title: `Task ${taskNumber}`,
    description: '',
    status: 'todo',
    completedAt: null,
    archived: false,
    blocked: false,
    parent: null,
    children: NO_CHILDREN,
    overBudget: false,
    held: false,
    work: NO_WORK,
    claim: null,
    waitingFor: null,
    fromAgent: false,
    fromImport: false,
    rank: null,
    createdAt: Date.now(),
    updatedAt: Date.now(),
    ...traits,
  });
  return taskNumber;
}
