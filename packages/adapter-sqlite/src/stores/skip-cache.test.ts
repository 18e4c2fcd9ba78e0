import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePorts } from '@tandem/adapter-node';
import { newSession, readyStore } from '@tandem/adapter-sql';
import {
  createTandem,
  DEFAULT_FIELDS,
  NO_CHILDREN,
  NO_WORK,
  type ReadyFilter,
  type Stores,
  type Task,
} from '@tandem/core';
import fc from 'fast-check';
import { nextInSequence } from '../engine/sequences.ts';
import { type Connection, openConnection } from '../engine/sqlite.ts';
import { createWriter, type Writer } from '../engine/writer.ts';
import { sqliteStorage } from '../index.ts';
import { createSkipCache } from './skip-cache.ts';

jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'tandem-skip-cache-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

const AGENTS = 2;
const LABELS = 2;
const PROJECTS = 2;

/** A workspace with the entities that tasks refer to, by index. */
interface World {
  readonly file: string;
  readonly ws: string;
  readonly agents: readonly { id: string; name: string }[];
  readonly projects: readonly { id: string; title: string }[];
  readonly labels: Task['labels'];
  readonly creator: string;
}

async function newWorld(): Promise<World> {
  const file = join(folder, `${++files}.db`);
  const tandem = createTandem({ ...nodePorts(), storage: sqliteStorage({ file }) });
  const { workspace, member } = await tandem.operator.createWorkspace({ name: 'W', admin: { name: 'ada' } });
  const me = await tandem.operator.callerFor(workspace.id, 'ada');
  const agents = [];
  for (let i = 0; i < AGENTS; i++) {
    agents.push(
      await tandem.agents.create(me, { name: `bot-${i}`, displayName: 'Bot', emoji: '*', model: 'm' }),
    );
  }
  const projects = [];
  for (let i = 0; i < PROJECTS; i++) projects.push(await tandem.projects.create(me, { title: `P${i}` }));
  const labels = [];
  for (let i = 0; i < LABELS; i++) labels.push(await tandem.labels.create(me, { name: `L${i}` }));
  await tandem.close();
  return { file, ws: workspace.id, agents, projects, labels, creator: member.id };
}

interface Traits {
  readonly priority: Task['priority'];
  readonly dueDate: number | null;
  readonly assignee: number;
  readonly back: boolean;
  readonly project: number;
  readonly labels: readonly number[];
  readonly status: Task['status'];
  readonly archived: boolean;
  readonly notBefore: number | null;
}

/** Mostly ready and unassigned, so that scans have tasks to pass. */
const often = <T>(value: T, ...others: T[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(value) }, fc.constantFrom(...others));
const traits: fc.Arbitrary<Traits> = fc.record({
  priority: often<Task['priority']>('p2', 'p0', 'p3'),
  dueDate: often<number | null>(null, 1, 2),
  assignee: often(-1, 0, 1),
  back: fc.boolean(),
  project: often(-1, 0, 1),
  labels: fc.subarray([0, 1]),
  status: often<Task['status']>('todo', 'in_progress', 'done'),
  archived: often(false, true),
  notBefore: often<number | null>(null, 1),
});

function taskOf(world: World, number: number, t: Traits): Task {
  const assignee = world.agents[t.assignee] ?? null;
  return {
    ...DEFAULT_FIELDS,
    id: `t${number}`,
    taskNumber: number,
    title: 'T',
    description: '',
    status: t.status,
    priority: t.priority,
    assignee: assignee && { id: assignee.id, name: assignee.name },
    project: world.projects[t.project] ?? null,
    labels: t.labels.map((i) => world.labels[i] as Task['labels'][number]),
    dueDate: t.dueDate,
    completedAt: t.status === 'done' ? 1 : null,
    archived: t.archived,
    blocked: false,
    parent: null,
    children: NO_CHILDREN,
    overBudget: false,
    held: false,
    work: { ...NO_WORK, notBefore: t.notBefore, backTo: assignee && t.back ? assignee.id : null },
    claim: null,
    waitingFor: null,
    creatorId: world.creator,
    fromAgent: false,
    fromImport: false,
    rank: null,
    createdAt: 0,
    updatedAt: 0,
  };
}

type Change = (stores: Stores, world: World, known: number) => Promise<void>;

const at = fc.nat(1_000);
const one = (place: number, known: number) => 1 + (place % Math.max(known, 1));

/** Every change that may make a task ready, or no longer ready. */
const changes: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 3,
    arbitrary: traits.map(
      (t): Change =>
        async ({ tasks }, world) => {
          await tasks.insert(taskOf(world, await tasks.nextNumber(), t));
        },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(at, traits).map(
      ([place, t]): Change =>
        async ({ tasks }, world, known) => {
          const before = await tasks.byNumber(one(place, known));
          if (before)
            await tasks.update({ ...taskOf(world, before.taskNumber, t), blocked: before.blocked }, before);
        },
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(at, fc.nat(AGENTS - 1)).map(
      ([place, agent]): Change =>
        async (stores, world, known) => {
          const task = await stores.tasks.byNumber(one(place, known));
          if (task) await stores.ready.decline(task.taskNumber, world.agents[agent]?.id as string);
        },
    ),
  },
  at.map(
    (place): Change =>
      async ({ ready }, _, known) => {
        await ready.forgive(one(place, known));
      },
  ),
  {
    weight: 3,
    arbitrary: fc.tuple(at, fc.subarray([0, 1])).map(
      ([place, labels]): Change =>
        async ({ tasks }, world, known) => {
          const before = await tasks.byNumber(one(place, known));
          if (!before) return;
          const after = labels.map((i) => world.labels[i] as Task['labels'][number]);
          await tasks.update({ ...before, labels: after }, before);
        },
    ),
  },
  fc.tuple(at, at).map(
    ([a, b]): Change =>
      async ({ tasks, relations }, _, known) => {
        const [from, to] = [one(a, known), one(b, known)];
        if (from === to || !(await tasks.byNumber(from)) || !(await tasks.byNumber(to))) return;
        const edge = { kind: 'blocks', from, to } as const;
        const there = await relations.ofEdge(edge);
        if (there) await relations.delete(there);
        else
          await relations.insert({
            id: `${from}-${to}`,
            ...edge,
            madeOn: from,
            madeBy: 'human',
          });
      },
  ),
  fc.constant<Change>(async ({ ready }) => {
    await ready.wake(1);
  }),
  at.map(
    (place): Change =>
      async ({ tasks }, _, known) => {
        const task = await tasks.byNumber(one(place, known));
        if (task) await tasks.delete(task);
      },
  ),
);

/** A scan by one claimer, and whether it takes the task. */
const looks = fc.record({
  agent: fc.nat(AGENTS - 1),
  project: often(-1, 0),
  labels: fc.constantFrom<readonly number[] | null>(null, null, [0], [0, 1]),
  priorities: often<ReadyFilter['priorities']>(undefined, ['p2', 'p3']),
  takes: fc.boolean(),
});

type Step =
  | { readonly do: 'change'; readonly change: Change }
  | { readonly do: 'look'; readonly look: typeof looks extends fc.Arbitrary<infer L> ? L : never };
const steps: fc.Arbitrary<Step> = fc.oneof(
  changes.map((change) => ({ do: 'change', change }) as const),
  looks.map((look) => ({ do: 'look', look }) as const),
);
/** A unit of work, which may be refused at its end. */
const units = fc.record({
  steps: fc.array(steps, { minLength: 1, maxLength: 3 }),
  refused: often(false, true),
  /** In another process on the same file. */
  elsewhere: often(false, false, false, false, true),
});
/** Units that arrive together share a transaction. */
const histories = fc.array(fc.array(units, { minLength: 1, maxLength: 3 }), { minLength: 10, maxLength: 60 });

/** Scans with skip ranges and compares with a full scan in the same transaction. */
async function check(
  stores: Stores,
  plain: Stores['ready'],
  world: World,
  { agent, project, labels, priorities, takes }: (Step & { do: 'look' })['look'],
): Promise<void> {
  const filter: ReadyFilter = {
    projectId: world.projects[project]?.id,
    labelIds: labels?.map((i) => world.labels[i]?.id as string),
    priorities,
  };
  const agentId = world.agents[agent]?.id as string;
  const found = await walk(stores.ready, agentId, filter);
  expect(found?.taskNumber).toBe((await walk(plain, agentId, filter))?.taskNumber);
  if (!found || !takes) return;
  await stores.tasks.update(
    { ...found, status: 'in_progress', assignee: world.agents[agent] ?? null },
    found,
  );
}

async function walk(ready: Stores['ready'], agentId: string, filter: ReadyFilter): Promise<Task | null> {
  for (let after: string | null = null; ; ) {
    const next = await ready.next(agentId, filter, after);
    if (next.task || next.after === null) return next.task;
    after = next.after;
  }
}

/** One process: a writer, and stores on the same connection that never skip. */
function startProcess(world: World): { writer: Writer; plain: Stores['ready']; connection: Connection } {
  const connection = openConnection(world.file, 'writer');
  const session = newSession({ connection, next: nextInSequence, reportBadRow: () => undefined });
  session.workspaceId = world.ws;
  const skipCache = createSkipCache(connection, 1);
  return {
    writer: createWriter({
      connection,
      reportBadRow: () => undefined,
      beforeAnswering: () => undefined,
      skipCache,
    }),
    plain: readyStore(session),
    connection,
  };
}

class Refused extends Error {}

test('a scan with skip ranges finds the same tasks as a full scan, whatever changes', async () => {
  const template = await newWorld();
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const world = { ...template, file: join(folder, `${++files}.db`) };
      copyFileSync(template.file, world.file);
      const [here, there] = [startProcess(world), startProcess(world)];
      const run = (unit: typeof units extends fc.Arbitrary<infer U> ? U : never) => {
        const { writer, plain } = unit.elsewhere ? there : here;
        const work = async (stores: Stores) => {
          for (const step of unit.steps) {
            const known =
              (await stores.tasks.list({ archived: false }, { limit: 1, after: undefined })).items[0]
                ?.taskNumber ?? 0;
            if (step.do === 'change') await step.change(stores, world, known);
            else await check(stores, plain, world, step.look);
          }
          if (unit.refused) throw new Refused();
        };
        return writer
          .write(world.ws, work, () => false)
          .catch((error) => {
            if (!(error instanceof Refused)) throw error;
          });
      };
      try {
        for (const batch of history) await Promise.all(batch.map(run));
      } finally {
        await Promise.all([here.writer.idle(), there.writer.idle()]);
        here.connection.close();
        there.connection.close();
      }
    }),
    { numRuns: 60 },
  );
});

test('declined tasks are scanned at first and skipped later', async () => {
  const world = await newWorld();
  const { writer, connection } = startProcess(world);
  const agentId = world.agents[0]?.id as string;
  const look = () =>
    writer.write(
      world.ws,
      ({ ready }) => ready.next(agentId, {}, null),
      () => false,
    );
  const traits = {
    priority: 'p2',
    dueDate: null,
    assignee: -1,
    back: false,
    project: -1,
    labels: [],
  } as const;
  const todo = { ...traits, status: 'todo', archived: false, notBefore: null } as const;
  await writer.write(
    world.ws,
    async ({ tasks, ready }) => {
      for (let i = 1; i <= 2_600; i++) {
        const number = await tasks.nextNumber();
        await tasks.insert(taskOf(world, number, todo));
        if (i < 2_600) await ready.decline(number, agentId);
      }
    },
    () => false,
  );
  const walk = async () => {
    let looked = 1;
    for (let next = await look(); next.task?.taskNumber !== 2_600; looked++) {
      const { after } = next;
      next = await writer.write(
        world.ws,
        ({ ready }) => ready.next(agentId, {}, after),
        () => false,
      );
    }
    return looked;
  };
  // The first scan registers for changes, and the second records the range.
  expect([await walk(), await walk(), await walk()]).toEqual([2, 2, 1]);
  expect((await look()).task?.taskNumber).toBe(2_600);

  await writer.write(
    world.ws,
    ({ ready }) => ready.forgive(7),
    () => false,
  );
  expect((await look()).task?.taskNumber).toBe(7);
  await writer.idle();
  connection.close();
});
