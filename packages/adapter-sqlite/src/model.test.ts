import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Caller,
  createTandem,
  EFFORTS,
  type File,
  GOAL_STATUSES,
  type Page,
  type Position,
  PRIORITIES,
  PROJECT_STATUSES,
  RELATION_TYPES,
  Refusal,
  type Storage,
  TASK_STATUSES,
  type Tandem,
  type Task,
  type TaskQuery,
} from '@tandem/core';
import { inMemoryContents, inMemoryStorage } from '@tandem/core/in-memory';
import { nodePorts } from '@tandem/core/node';
import fc from 'fast-check';
import { examine, sqliteStorage } from './index.ts';

/*
 * The same commands go to a Tandem in memory and to one on SQLite, with the same clock and the same ids.
 * Every answer and every refusal must be alike, and so must everything that can be read in the end.
 */

const folder = mkdtempSync(join(tmpdir(), 'tandem-model-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Who = 'ada' | 'bob' | 'bot';

/** A Tandem whose clock and ids depend on the commands alone, and what the commands have made in it. */
interface World {
  readonly tandem: Tandem;
  readonly callers: Readonly<Record<Who, Caller>>;
  readonly time: { now: number };
  readonly made: Record<Kind, string[]>;
}

type Kind =
  | 'task'
  | 'project'
  | 'initiative'
  | 'goal'
  | 'relation'
  | 'comment'
  | 'chat'
  | 'file'
  | 'attachment'
  | 'turn'
  | 'token'
  | 'label'
  | 'notification';

const nothing = (): World['made'] => ({
  task: [],
  project: [],
  initiative: [],
  goal: [],
  relation: [],
  comment: [],
  chat: [],
  file: [],
  attachment: [],
  turn: [],
  token: [],
  label: [],
  notification: [],
});

async function begin(storage: Storage): Promise<World> {
  const time = { now: 1_700_000_000_000 };
  let ids = 0;
  const { secrets } = nodePorts();
  const ports = {
    clock: () => time.now,
    newId: () => `ID${String(++ids).padStart(6, '0')}`,
    secrets: {
      ...secrets,
      // Told apart by the ids that go into a secret; a lease's token by the moment.
      randomBytes: (count: number) => new Uint8Array(count).fill((++ids * 7) % 248),
    },
    schedule: () => () => undefined,
  };
  const tandem = createTandem({ storage, ...ports, contents: inMemoryContents(ports) });
  const { workspace } = await tandem.operator.createWorkspace({ name: 'W', admin: { name: 'ada' } });
  const ada = await tandem.operator.callerFor(workspace.id, 'ada');
  await tandem.members.create(ada, { name: 'bob', displayName: 'Bob' });
  await tandem.agents.create(ada, { name: 'bot', displayName: 'Bot', emoji: '*', model: 'm' });
  const callers = {
    ada,
    bob: await tandem.operator.callerFor(workspace.id, 'bob'),
    bot: await tandem.operator.callerFor(workspace.id, 'bot'),
  };
  const made = nothing();
  // Something of each kind to begin with, so that most commands find what they work on.
  made.project.push((await tandem.projects.create(ada, { title: 'P' })).id);
  made.initiative.push((await tandem.initiatives.create(ada, { name: 'I' })).id);
  made.goal.push((await tandem.goals.create(ada, { title: 'G' })).id);
  for (const title of ['one', 'two', 'three', 'four'])
    made.task.push((await tandem.tasks.create(ada, { title })).id);
  for (const name of ['alpha', 'Beta']) made.label.push((await tandem.labels.create(ada, { name })).id);
  made.chat.push((await tandem.chats.start(ada, { agentId: callers.bot.id, body: 'hi' })).chat.id);
  return { tandem, callers, time, made };
}

/** A command: what it does in a world. It names what it works on by position, so that both worlds agree. */
interface Command {
  readonly name: string;
  /** How a failing script is printed. */
  readonly [fc.toStringMethod]: () => string;
  run(world: World): Promise<unknown>;
}

const command = (name: string, run: Command['run']): Command => ({
  name,
  run,
  [fc.toStringMethod]: () => name,
});

/** Something that was made before, or, where nothing fits, what never was. */
const pick = ({ made }: World, kind: Kind, at: number): string =>
  made[kind].length === 0 || at === 9
    ? 'nothing-of-that-name'
    : (made[kind][at % made[kind].length] as string);

/** Notes what an answer has made. */
async function note<T>(
  { made }: World,
  kind: Kind,
  answer: Promise<T>,
  id: (answer: T) => string | undefined,
) {
  const value = await answer;
  const found = id(value);
  if (found !== undefined) made[kind].push(found);
  return value;
}

const at = fc.nat(9);
const who = fc.constantFrom<Who>('ada', 'bob', 'bot');
const word = fc.constantFrom(
  'alpha',
  'Beta',
  'ÄPFEL',
  'äpfel',
  'straße',
  '日本',
  '😀 x',
  'a,b',
  ' padded ',
  '',
);
const words = fc.uniqueArray(word, { maxLength: 3 });
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const clearable = <T>(value: fc.Arbitrary<T>) =>
  fc.option(fc.option(value, { nil: null }), { nil: undefined });
const person = fc.constantFrom('ada', 'BOB', 'bot', 'Bot', 'ada', 'nobody');

const changes = fc.record(
  {
    title: word,
    description: word,
    priority: fc.constantFrom(...PRIORITIES),
    tags: words,
    labels: words,
    createMissing: fc.boolean(),
    effort: fc.option(fc.constantFrom(...EFFORTS)),
    dueDate: fc.option(fc.integer({ min: 0, max: 2e12 })),
    assignedTo: fc.option(person),
  },
  { requiredKeys: [] },
);

const commands: fc.Arbitrary<Command>[] = [
  fc
    .tuple(who, word, fc.constantFrom(...TASK_STATUSES), changes, at)
    .map(([by, title, status, { effort, dueDate, assignedTo, ...more }, project]) =>
      command('create a task', (world) =>
        note(
          world,
          'task',
          world.tandem.tasks.create(world.callers[by], {
            ...more,
            title,
            status,
            effort: effort ?? undefined,
            dueDate: dueDate ?? undefined,
            assignedTo: assignedTo ?? undefined,
            projectId:
              project < 5 && world.made.project.length > 0 ? pick(world, 'project', project) : undefined,
          }),
          (task) => task.id,
        ),
      ),
    ),
  fc
    .tuple(who, at, changes)
    .map(([by, task, change]) =>
      command('change a task', (world) =>
        world.tandem.tasks.update(world.callers[by], pick(world, 'task', task), change),
      ),
    ),
  fc
    .tuple(who, at, fc.constantFrom(...TASK_STATUSES), optional(word))
    .map(([by, task, to, reason]) =>
      command('move a task', (world) =>
        world.tandem.tasks.transition(world.callers[by], pick(world, 'task', task), { to, reason }),
      ),
    ),
  fc
    .tuple(who, at, fc.constantFrom(...RELATION_TYPES), fc.nat(8))
    .map(([by, task, type, taskNumber]) =>
      command('relate tasks', (world) =>
        note(
          world,
          'relation',
          world.tandem.relations.relate(world.callers[by], pick(world, 'task', task), { type, taskNumber }),
          ({ id }) => id,
        ),
      ),
    ),
  fc
    .tuple(at, at)
    .map(([task, relation]) =>
      command('unrelate tasks', (world) =>
        world.tandem.relations.unrelate(
          world.callers.ada,
          pick(world, 'task', task),
          pick(world, 'relation', relation),
        ),
      ),
    ),
  fc
    .tuple(at, fc.constantFrom('archive', 'unarchive', 'delete'))
    .map(([task, act]) =>
      command(`${act} a task`, (world) =>
        world.tandem.tasks[act as 'archive' | 'unarchive' | 'delete'](
          world.callers.ada,
          pick(world, 'task', task),
        ),
      ),
    ),
  fc
    .tuple(who, at, word)
    .map(([by, task, body]) =>
      command('comment', (world) =>
        note(
          world,
          'comment',
          world.tandem.comments.create(world.callers[by], pick(world, 'task', task), { body }),
          ({ id }) => id,
        ),
      ),
    ),
  fc.tuple(who, at, at, optional(word)).map(([by, task, comment, body]) =>
    command('edit or delete a comment', (world) => {
      const target = [world.callers[by], pick(world, 'task', task), pick(world, 'comment', comment)] as const;
      return body === undefined
        ? world.tandem.comments.delete(...target)
        : world.tandem.comments.update(...target, { body });
    }),
  ),
  fc
    .tuple(who, at, fc.boolean())
    .map(([by, task, wanted]) =>
      command('subscribe', (world) =>
        world.tandem.subscriptions[wanted ? 'subscribe' : 'unsubscribe'](
          world.callers[by],
          pick(world, 'task', task),
        ),
      ),
    ),
  fc
    .tuple(word, optional(fc.constantFrom(...PROJECT_STATUSES)), at, at)
    .map(([title, status, initiative, goal]) =>
      command('create a project', (world) =>
        note(
          world,
          'project',
          world.tandem.projects.create(world.callers.ada, {
            title,
            status,
            initiativeId: initiative < 5 ? pick(world, 'initiative', initiative) : undefined,
            goalId: goal < 3 ? pick(world, 'goal', goal) : undefined,
          }),
          ({ id }) => id,
        ),
      ),
    ),
  fc
    .tuple(at, optional(word), optional(fc.constantFrom(...PROJECT_STATUSES)), clearable(at), clearable(at))
    .map(([project, title, status, initiative, goal]) =>
      command('change a project', (world) =>
        world.tandem.projects.update(world.callers.bob, pick(world, 'project', project), {
          title,
          status,
          initiativeId: typeof initiative === 'number' ? pick(world, 'initiative', initiative) : initiative,
          goalId: typeof goal === 'number' ? pick(world, 'goal', goal) : goal,
        }),
      ),
    ),
  fc
    .tuple(at, fc.constantFrom('archive', 'unarchive', 'delete'))
    .map(([project, act]) =>
      command(`${act} a project`, (world) =>
        world.tandem.projects[act as 'archive' | 'unarchive' | 'delete'](
          world.callers.ada,
          pick(world, 'project', project),
        ),
      ),
    ),
  word.map((name) =>
    command('create an initiative', (world) =>
      note(world, 'initiative', world.tandem.initiatives.create(world.callers.ada, { name }), ({ id }) => id),
    ),
  ),
  fc.tuple(at, fc.boolean(), word).map(([initiative, gone, name]) =>
    command('change or delete an initiative', (world) => {
      const id = pick(world, 'initiative', initiative);
      return gone
        ? world.tandem.initiatives.delete(world.callers.ada, id)
        : world.tandem.initiatives.update(world.callers.ada, id, { name });
    }),
  ),
  fc
    .tuple(who, word, optional(fc.constantFrom(...GOAL_STATUSES)), at)
    .map(([by, title, status, initiative]) =>
      command('create a goal', (world) =>
        note(
          world,
          'goal',
          world.tandem.goals.create(world.callers[by], {
            title,
            status,
            metric: { target: 1.5, current: 0, unit: 'x' },
            initiativeId: initiative < 4 ? pick(world, 'initiative', initiative) : undefined,
          }),
          ({ id }) => id,
        ),
      ),
    ),
  fc
    .tuple(who, at, optional(word), optional(fc.constantFrom(...GOAL_STATUSES)), clearable(at))
    .map(([by, goal, title, status, initiative]) =>
      command('change a goal', (world) =>
        world.tandem.goals.update(world.callers[by], pick(world, 'goal', goal), {
          title,
          status,
          metric: title === 'alpha' ? null : undefined,
          initiativeId: typeof initiative === 'number' ? pick(world, 'initiative', initiative) : initiative,
        }),
      ),
    ),
  fc
    .tuple(who, at, fc.boolean(), word, optional(fc.double({ noNaN: true })))
    .map(([by, goal, passed, evidence, metricCurrent]) =>
      command('verify a goal', (world) =>
        world.tandem.goals.verify(world.callers[by], pick(world, 'goal', goal), {
          passed,
          evidence,
          metricCurrent,
        }),
      ),
    ),
  fc
    .tuple(at, fc.constantFrom('archive', 'unarchive', 'delete'))
    .map(([goal, act]) =>
      command(`${act} a goal`, (world) =>
        world.tandem.goals[act as 'archive' | 'unarchive' | 'delete'](
          world.callers.ada,
          pick(world, 'goal', goal),
        ),
      ),
    ),
  fc.tuple(word, optional(at)).map(([name, label]) =>
    command('make or rename a label', (world) =>
      label === undefined
        ? note(world, 'label', world.tandem.labels.create(world.callers.ada, { name }), ({ id }) => id)
        : world.tandem.labels.update(world.callers.ada, pick(world, 'label', label), {
            name,
            color: 'red',
          }),
    ),
  ),
  at.map((label) =>
    command('delete a label', (world) =>
      world.tandem.labels.delete(world.callers.ada, pick(world, 'label', label)),
    ),
  ),
  fc.tuple(person, fc.constantFrom('ada2', 'Bob', 'bot', 'x')).map(([name, newName]) =>
    command('rename a member', async (world) => {
      const { items } = await world.tandem.members.list(world.callers.ada, {});
      const member = items.find((each) => each.name.toLowerCase() === name.toLowerCase());
      if (!member) return 'nobody';
      const use = member.type === 'agent' ? world.tandem.agents : world.tandem.members;
      return use.update(world.callers.ada, member.id, { name: newName });
    }),
  ),
  fc.constantFrom('bob', 'bot').map((name) =>
    command('remove a member', async (world) => {
      const id = world.callers[name as Who].id;
      const use = name === 'bot' ? world.tandem.agents : world.tandem.members;
      return use.delete(world.callers.ada, id);
    }),
  ),
  word.map((name) =>
    command('upload a file', async (world) => {
      const content = (async function* () {
        yield new TextEncoder().encode(name);
      })();
      const upload = world.tandem.files.upload(world.callers.ada, {
        fileName: name,
        mimeType: 'text/plain',
        content,
      });
      return note<File>(world, 'file', upload, ({ id }) => id);
    }),
  ),
  fc.tuple(who, at, at).map(([by, task, file]) =>
    command('attach a file', (world) =>
      note(
        world,
        'attachment',
        world.tandem.attachments.attach(world.callers[by], pick(world, 'task', task), {
          fileId: pick(world, 'file', file),
        }),
        ({ id }) => id,
      ),
    ),
  ),
  fc
    .tuple(at, at)
    .map(([task, attachment]) =>
      command('detach a file', (world) =>
        world.tandem.attachments.detach(
          world.callers.ada,
          pick(world, 'task', task),
          pick(world, 'attachment', attachment),
        ),
      ),
    ),
  fc
    .tuple(fc.constantFrom<Who>('ada', 'bob'), word, optional(fc.nat(3)), optional(at))
    .map(([by, body, key, file]) =>
      command('start a chat', (world) =>
        note(
          world,
          'chat',
          world.tandem.chats.start(world.callers[by], {
            agentId: world.callers.bot.id,
            body,
            clientMessageId: key === undefined ? undefined : `key${key}`,
            fileIds: file === undefined ? undefined : [pick(world, 'file', file)],
          }),
          ({ chat }) => chat.id,
        ),
      ),
    ),
  fc.tuple(fc.constantFrom<Who>('ada', 'bob'), at, word, optional(fc.nat(3))).map(([by, chat, body, key]) =>
    command('send a message', (world) =>
      world.tandem.chats.send(world.callers[by], pick(world, 'chat', chat), {
        body,
        clientMessageId: key === undefined ? undefined : `key${key}`,
      }),
    ),
  ),
  fc
    .tuple(at, fc.constantFrom('archive', 'unarchive', 'delete'))
    .map(([chat, act]) =>
      command(`${act} a chat`, (world) =>
        world.tandem.chats[act as 'archive' | 'unarchive' | 'delete'](
          world.callers.ada,
          pick(world, 'chat', chat),
        ),
      ),
    ),
  fc.constant(
    command('claim a turn', async (world) => {
      const claim = await world.tandem.turns.claim(world.callers.bot, world.callers.bot.id, {});
      if (claim) {
        world.made.turn.push(claim.turn.id);
        world.made.token.push(claim.lease.token);
      }
      return claim;
    }),
  ),
  fc
    .tuple(at, fc.constantFrom('reply', 'reply', 'fail', 'release', 'heartbeat'), word)
    .map(([turn, act, text]) =>
      command(`${act} a turn`, (world) => {
        const { turns } = world.tandem;
        const target = [world.callers.bot, world.callers.bot.id, pick(world, 'turn', turn)] as const;
        const token = pick(world, 'token', turn);
        if (act === 'reply') {
          const suggestions = [{ kind: 'reply', text: 'go on' }];
          return turns.reply(...target, { token, body: text, suggestions });
        }
        if (act === 'fail') return turns.fail(...target, { token, errorCode: 'broken', message: text });
        return act === 'release'
          ? turns.release(...target, { token })
          : turns.heartbeat(...target, { token });
      }),
    ),
  fc.constantFrom(1, 30_000, 61_000).map((ms) =>
    command('let time pass', async (world) => {
      world.time.now += ms;
      await world.tandem.turns.expireLeases();
    }),
  ),
  fc.constant(
    command('push telemetry and sessions', async (world) => {
      const { bot } = world.callers;
      const numbers = { model: 'm', contextTokens: 1, contextLimit: 2 };
      await world.tandem.monitoring.pushSessions(bot, bot.id, [
        { ...numbers, key: 'k', kind: 'task', displayName: 'd', lastActivity: world.time.now },
      ]);
      return world.tandem.monitoring.pushTelemetry(bot, bot.id, {
        ...numbers,
        status: 'working',
        activeSessions: 1,
        usage: { cost: 0.25 },
      });
    }),
  ),
  who.map((by) =>
    command('read notifications', async (world) => {
      const { items } = await world.tandem.notifications.list(world.callers[by], { unread: true });
      const [first] = items;
      return first && world.tandem.notifications.markRead(world.callers[by], first.id);
    }),
  ),
];

/** The work is done more often than people leave. */
const OFTEN: readonly string[] = [
  'create a task',
  'move a task',
  'relate tasks',
  'claim a turn',
  'reply a turn',
];
const weighted = commands.map((arbitrary) => {
  const [{ name }] = fc.sample(arbitrary, { numRuns: 1, seed: 1 }) as [Command];
  return { arbitrary, weight: OFTEN.includes(name) ? 12 : name === 'remove a member' ? 1 : 4 };
});

/** What came of a command: its answer, or the refusal as a client would see it. */
async function outcome(run: () => Promise<unknown>): Promise<unknown> {
  try {
    return { answer: await run() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, fields, details } = error;
    return { refused: { code, message, fields, details } };
  }
}

const TASK_QUERIES: readonly TaskQuery[] = [
  {},
  { archived: true },
  { assigned: 'ada' },
  { assigned: 'unassigned' },
  { createdBy: 'bot' },
  { label: 'alpha' },
  { label: 'äpfel' },
  { tags: ['alpha', '日本'], status: ['todo', 'done'] },
  { assigned: 'unassigned', createdBy: 'ada' },
  { priority: ['p0', 'p2'], createdBy: 'ada', archived: true },
  { tags: ['alpha', '日本'], assigned: 'ada', label: 'alpha' },
  { effort: EFFORTS, priority: PRIORITIES, status: ['todo', 'waiting'] },
];

/** Everything that can be read, without the positions of pages, which are each storage's own. */
async function everything({ tandem, callers, made }: World): Promise<unknown> {
  const { ada, bob, bot } = callers;
  const all = async <T>(list: Promise<{ items: readonly T[]; total?: number }>) => {
    const { items, total } = await list;
    return { items, total };
  };
  const whole = { limit: 100 };
  /** All pages of a task list: where they end early is each storage's own. */
  const tasks = async (query: TaskQuery) => {
    const items: Task[] = [];
    for (let after: Position | null | undefined; after !== null; ) {
      const page: Page<Task> = await tandem.tasks.list(ada, { ...whole, ...query, after });
      items.push(...page.items);
      after = page.next;
    }
    return items;
  };
  return Promise.all(
    [
      ...TASK_QUERIES.map(tasks),
      all(tandem.projects.list(ada, whole)),
      all(tandem.initiatives.list(ada, whole)),
      all(tandem.goals.list(ada, { ...whole, archived: true })),
      all(tandem.goals.list(ada, { ...whole, status: 'met' })),
      all(tandem.labels.list(ada, whole)),
      all(tandem.members.list(ada, whole)),
      all(tandem.agents.list(ada, whole)),
      ...[ada, bob, bot].map((caller) => all(tandem.notifications.list(caller, whole))),
      ...[ada, bob].map((caller) => all(tandem.chats.list(caller, { ...whole, status: 'all' }))),
      ...made.chat.flatMap((id) =>
        (['asc', 'desc'] as const).map((order) =>
          outcome(() => all(tandem.chats.messages(ada, id, { ...whole, order }))),
        ),
      ),
      ...made.task.flatMap((id) => [
        outcome(() => tandem.tasks.get(ada, id)),
        outcome(() => all(tandem.comments.list(ada, id, whole))),
        outcome(() => all(tandem.attachments.list(ada, id, whole))),
        outcome(() => all(tandem.tasks.activity(ada, id, whole))),
      ]),
      ...made.project.map((id) => outcome(() => tandem.projects.get(ada, id))),
      ...made.initiative.map((id) => outcome(() => tandem.initiatives.get(ada, id))),
      ...made.goal.map((id) => outcome(() => all(tandem.goals.verifications(ada, id, whole)))),
      outcome(() => tandem.agents.get(ada, bot.id)),
      outcome(() => all(tandem.monitoring.activity(ada, bot.id, whole))),
      outcome(() => all(tandem.monitoring.telemetryHistory(ada, bot.id, whole))),
      outcome(() => tandem.monitoring.sessions(ada, bot.id)),
    ].map((read) => Promise.resolve(read)),
  );
}

/** What the doctor finds. */
async function wrongIn(file: string): Promise<string[]> {
  const wrong: string[] = [];
  for await (const { state, text } of examine({ file })) if (state === 'wrong') wrong.push(text);
  return wrong;
}

test('any commands have the same answers in memory and on SQLite, and leave the same behind, in order', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(...weighted), { minLength: 30, maxLength: 120, size: 'max' }),
      async (script) => {
        const storages = [
          inMemoryStorage(),
          sqliteStorage({ file: join(folder, `${++runs}.db`), pageEffort: 20 }),
        ] as const;
        const [memory, sqlite] = [await begin(storages[0]), await begin(storages[1])];
        try {
          for (const { name, run } of script) {
            const [left, right] = [await outcome(() => run(memory)), await outcome(() => run(sqlite))];
            expect({ name, came: right }).toEqual({ name, came: left });
          }
          expect(await everything(sqlite)).toEqual(await everything(memory));
          expect(await wrongIn(join(folder, `${runs}.db`))).toEqual([]);
        } finally {
          await sqlite.tandem.close();
        }
      },
    ),
    { numRuns: Number(process.env.TANDEM_MODEL_RUNS ?? 60), endOnFailure: true },
  );
}, 120_000);
