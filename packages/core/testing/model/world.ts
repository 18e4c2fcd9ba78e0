import fc from 'fast-check';
import { nodePorts } from '../../node/ports.ts';
import { inMemoryContents } from '../../src/in-memory/index.ts';
import { type Caller, createTandem, type Storage, type Tandem } from '../../src/index.ts';

export type Who = 'ada' | 'bob' | 'bot';

/** A Tandem whose clock and ids depend on the commands alone, and what the commands have made in it. */
export interface World {
  readonly tandem: Tandem;
  readonly callers: Readonly<Record<Who, Caller>>;
  readonly time: { now: number };
  /** How many ids and secrets there are. */
  readonly ids: { given: number };
  readonly made: Record<Kind, string[]>;
}

export type Kind =
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
  | 'claimToken'
  | 'question'
  | 'label'
  | 'notification'
  | 'position';

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
  claimToken: [],
  question: [],
  label: [],
  notification: [],
  position: [],
});

/** When every world begins. */
export const START = 1_700_000_000_000;

export async function begin(storage: Storage): Promise<World> {
  const time = { now: START };
  const ids = { given: 0 };
  const { secrets } = nodePorts();
  const ports = {
    clock: () => time.now,
    newId: () => `ID${String(++ids.given).padStart(6, '0')}`,
    secrets: {
      ...secrets,
      // Told apart by the ids that go into a secret; a lease's token by the moment.
      randomBytes: (count: number) => new Uint8Array(count).fill((++ids.given * 7) % 248),
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
  return { tandem, callers, time, ids, made };
}

/** A command: what it does in a world. It names what it works on by position, so that both worlds agree. */
export interface Command {
  readonly name: string;
  /** How a failing script is printed. */
  readonly [fc.toStringMethod]: () => string;
  run(world: World): Promise<unknown>;
}

export const command = (name: string, run: Command['run']): Command => ({
  name,
  run,
  [fc.toStringMethod]: () => name,
});

/** Something that was made before, or, where nothing fits, what never was. */
export const pick = ({ made }: World, kind: Kind, at: number): string =>
  made[kind].length === 0 || at === 9
    ? 'nothing-of-that-name'
    : (made[kind][at % made[kind].length] as string);

/** Notes what an answer has made. */
export async function note<T>(
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

/**
 * Both go on with the same ids. A storage may run a unit a second time before it refuses it, and each time takes ids that
 * nobody sees.
 */
export function evenIds({ ids: left }: World, { ids: right }: World): void {
  left.given = Math.max(left.given, right.given);
  right.given = left.given;
}
