import fc from 'fast-check';
import {
  type Briefing,
  type Caller,
  isOpen,
  type NewChild,
  Refusal,
  type SeenTask,
  type Storage,
} from '../../src/index.ts';
import { LONG } from '../programs.ts';
import { type World, world } from '../world.ts';

const AGENTS = 8;
/** Maximum tasks of a plan. */
const TASKS = Number(process.env.TANDEM_TREE_TASKS ?? (LONG ? 200 : 24));
/** More rounds than any plan needs: then something waits for ever. */
const MAX_ROUNDS = 60 * TASKS;

/** A planned task: its title is its index. */
interface Planned {
  /** The index of an earlier task, or null for a root. */
  readonly parent: number | null;
  /** Indexes of earlier siblings. */
  readonly blockedBy: readonly number[];
  /** What the runs before the last one do: report a failure, report one to a person, or die. */
  readonly runs: readonly ('fails' | 'asks' | 'dies')[];
  /** Whether its lead dies between two of its calls. */
  readonly killed: boolean;
}

const plan: fc.Arbitrary<readonly Planned[]> = fc
  .array(
    fc.record({
      parent: fc.nat(),
      blockedBy: fc.array(fc.nat(), { maxLength: 2 }),
      runs: fc.array(fc.constantFrom('fails' as const, 'asks' as const, 'dies' as const), { maxLength: 2 }),
      killed: fc.boolean(),
    }),
    { minLength: 2, maxLength: TASKS, size: 'max' },
  )
  .map((drawn) => {
    const depths: number[] = [];
    const parents: (number | null)[] = [];
    return drawn.map(({ parent: wanted, blockedBy, ...task }, index) => {
      const parent = index === 0 || wanted % 4 === 0 ? null : wanted % index;
      const fits = parent !== null && (depths[parent] as number) < 4;
      parents.push(fits ? parent : null);
      depths.push(fits ? (depths[parent] as number) + 1 : 0);
      const siblings = parents.flatMap((each, other) =>
        fits && other < index && each === parent ? [other] : [],
      );
      const among = siblings.length === 0 ? [] : blockedBy.map((place) => siblings[place % siblings.length]);
      return { ...task, parent: parents[index] ?? null, blockedBy: [...new Set(among)] as number[] };
    });
  });

/**
 * Property test: agents work on random trees with blockers, in which leads split and delegate their tasks, and runs fail
 * and die. Every task is handed out only when its parents and blockers allow it, every wait of a parent ends once, and
 * everything gets done. Call it in a Jest test file; `make` returns a new, empty storage on the test's clock for each
 * plan, which the test closes. Requires fast-check.
 */
export function treesTest(name: string, make: () => Storage | Promise<Storage>, runs: number): void {
  test(`agents finish every random tree of tasks in order, and each wait of a parent ends once, on ${name}`, async () => {
    await fc.assert(
      fc.asyncProperty(plan, async (planned) => {
        const storage = await make();
        try {
          await workOn(await world({ storage }), planned);
        } finally {
          await storage.close();
        }
      }),
      { numRuns: Number(process.env.TANDEM_TREE_RUNS ?? runs), endOnFailure: true },
    );
  }, 600_000);
}

async function workOn(w: World, planned: readonly Planned[]): Promise<void> {
  const { tandem, admin } = w;
  await tandem.workspace.update(admin, { agentCompletion: true });
  const agents: Caller[] = [];
  for (let i = 0; i < AGENTS; i++) agents.push(await w.newAgent(`agent${i}`));
  const childrenOf = (parent: number | null) =>
    planned.flatMap((task, index) => (task.parent === parent ? [index] : []));
  const entry = (index: number): NewChild => ({
    key: `k${index}`,
    title: String(index),
    blockedBy: planned[index]?.blockedBy.map((other) => `k${other}`),
  });
  for (const index of childrenOf(null)) await tandem.tasks.create(admin, { title: String(index) });
  const left = planned.map(({ runs }) => [...runs]);
  const killed = planned.map((task) => task.killed);
  const all = async () => {
    const found: SeenTask[] = [];
    for (let after: number | string | null | undefined; after !== null; ) {
      const page = await tandem.tasks.list(admin, { limit: 100, after });
      found.push(...page.items);
      after = page.next;
    }
    return found;
  };

  /** One run of an agent, from a claim to its end or its death. */
  const run = async (agent: Caller): Promise<boolean> => {
    const briefing = await tandem.claims.next(agent, {}).catch(atLimit);
    if (!briefing) return false;
    const { task, lease, children } = briefing;
    await checkHandedOut(w, briefing);
    const index = Number(task.title);
    const isKilled = () => {
      const dies = killed[index];
      killed[index] = false;
      return dies;
    };
    const { token } = lease;
    const wait = () => tandem.tasks.split(agent, task.taskNumber, { token, tasks: [], then: 'wait' });
    const parts = childrenOf(index);
    if (children.length === 0 && parts.length > 0) {
      if (isKilled()) {
        await tandem.tasks.split(agent, task.taskNumber, { token, tasks: parts.map(entry) });
        return true;
      }
      await tandem.tasks.split(agent, task.taskNumber, { token, tasks: parts.map(entry), then: 'wait' });
      return true;
    }
    if (children.some(({ status }) => isOpen(status))) {
      if (isKilled()) return true;
      // A person takes care of what needs attention.
      for (const { taskNumber, status } of children) if (status === 'waiting') await retry(w, taskNumber);
      await wait();
      return true;
    }
    const fate = left[index]?.shift();
    if (fate === 'dies') return true;
    const result = fate
      ? ({ outcome: 'failed', to: fate === 'asks' ? 'waiting' : undefined } as const)
      : ({ outcome: 'succeeded', to: 'done' } as const);
    await tandem.results.post(agent, task.taskNumber, { token, summary: 'Done', ...result });
    return true;
  };

  for (let round = 0; ; round++) {
    if (round > MAX_ROUNDS) throw new Error(`These tasks wait for ever: ${JSON.stringify(await open(all))}`);
    const busy = await Promise.all(agents.map(run));
    if (busy.includes(true)) continue;
    const unfinished = await open(all);
    if (unfinished.length === 0) break;
    // Leases and rests end. Where no parent waits, only a person takes care of what needs attention.
    const statusOf = new Map(unfinished.map(({ taskNumber, status }) => [taskNumber, status]));
    for (const { taskNumber, parent } of unfinished)
      if (statusOf.get(parent?.taskNumber ?? 0) !== 'waiting') await retry(w, taskNumber);
    w.time.advance(10 * 60_000);
    await tandem.claims.tidy();
  }
  await checkTrees(await all(), planned);
  await checkWakes(w);
}

/** An agent whose run died holds its task until the lease expires. */
function atLimit(error: unknown): null {
  if (error instanceof Refusal && error.code === 'CLAIM_LIMIT') return null;
  throw error;
}

const open = async (all: () => Promise<SeenTask[]>) => (await all()).filter(({ status }) => isOpen(status));

/** A person moves a task that needs attention back to todo. */
async function retry({ tandem, admin }: World, taskNumber: number): Promise<void> {
  const { waitingFor } = await tandem.tasks.get(admin, taskNumber);
  if (waitingFor?.kind === 'attention') await tandem.tasks.transition(admin, taskNumber, { to: 'todo' });
}

/** Nothing above the task is in the way, its blockers are closed, and so are its children unless it was woken. */
async function checkHandedOut(
  { tandem, admin }: World,
  { task, wokenBy, children }: Briefing,
): Promise<void> {
  expect({ blocked: task.blocked, held: task.held }).toEqual({ blocked: false, held: false });
  if (wokenBy !== 'child_needs_attention')
    expect(children.filter(({ status }) => isOpen(status))).toEqual([]);
  for (const relation of task.relations)
    if (relation.type === 'blocked_by') expect(relation.task.status).toBe('done');
  for (let parent = task.parent; parent; ) {
    const above = await tandem.tasks.get(admin, parent.taskNumber);
    expect([above.blocked, above.status]).not.toContain('done');
    expect(above.blocked).toBe(false);
    parent = above.parent;
  }
}

/** Every task exists once, below its parent, and is done. */
async function checkTrees(tasks: readonly SeenTask[], planned: readonly Planned[]): Promise<void> {
  const found = tasks.map(({ title, parent, status }) => [
    Number(title),
    parent ? Number(parent.title) : null,
    status,
  ]);
  expect(found.sort(([a], [b]) => Number(a) - Number(b))).toEqual(
    planned.map(({ parent }, index) => [index, parent, 'done']),
  );
  for (const { title, children } of tasks) {
    const count = planned.filter(({ parent }) => parent === Number(title)).length;
    expect(children).toEqual({ total: count, open: 0, done: count, canceled: 0 });
  }
}

/** Each wait of a parent was ended by one wake. */
async function checkWakes({ tandem, workspaceId }: World): Promise<void> {
  const waits = new Map<string, number>();
  for (let after: Parameters<typeof tandem.events.after>[1], more = true; more; ) {
    const page = await tandem.events.after(workspaceId, after, 1_000);
    for (const { event } of page.items) {
      const change = { 'task.delegated': 1, 'task.woken': -1 }[event.type as string];
      if (change === undefined) continue;
      const count = (waits.get(event.entity.id) ?? 0) + change;
      expect([event.entity.title, [0, 1].includes(count)]).toEqual([event.entity.title, true]);
      waits.set(event.entity.id, count);
    }
    more = page.items.length === 1_000;
    after = page.position;
  }
  expect([...waits.values()].filter((count) => count !== 0)).toEqual([]);
}
