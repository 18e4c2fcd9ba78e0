import fc from 'fast-check';
import { inMemoryContents } from '../../src/in-memory/index.ts';
import { type Caller, createTandem, type Storage, type Tandem } from '../../src/index.ts';
import { secrets } from '../ports.ts';
import { newTeam } from '../team.ts';

export type Who = 'ada' | 'bob' | 'bot';

/** A Tandem whose clock and ids depend only on the commands, and the resources that the commands have created in it. */
export interface World {
  readonly tandem: Tandem;
  readonly callers: Readonly<Record<Who, Caller>>;
  readonly time: { now: number };
  /** Number of ids and secrets generated. */
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
  | 'view'
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
  view: [],
  notification: [],
  position: [],
});

/** The starting time of every world. */
export const START = 1_700_000_000_000;

export async function begin(storage: Storage): Promise<World> {
  const time = { now: START };
  const ids = { given: 0 };
  const ports = {
    clock: () => time.now,
    newId: () => `ID${String(++ids.given).padStart(6, '0')}`,
    secrets: {
      ...secrets,
      // Secrets of keys differ by the ids in them, tokens of leases by the time.
      randomBytes: (count: number) => new Uint8Array(count).fill((++ids.given * 7) % 248),
    },
    schedule: () => () => undefined,
  };
  const tandem = createTandem({ storage, ...ports, contents: inMemoryContents(ports) });
  const { workspaceId, admin: ada } = await newTeam(tandem);
  await tandem.members.create(ada, { name: 'bob', displayName: 'Bob' });
  await tandem.agents.create(ada, { name: 'bot', displayName: 'Bot', emoji: '*', model: 'm' });
  const callers = {
    ada,
    bob: await tandem.operator.callerFor(workspaceId, 'bob'),
    bot: await tandem.operator.callerFor(workspaceId, 'bot'),
  };
  const made = nothing();
  // One resource of each kind to start with, so that most commands find a target.
  made.project.push((await tandem.projects.create(ada, { title: 'P' })).id);
  made.initiative.push((await tandem.initiatives.create(ada, { name: 'I' })).id);
  made.goal.push((await tandem.goals.create(ada, { title: 'G' })).id);
  for (const title of ['one', 'two', 'three', 'four'])
    made.task.push((await tandem.tasks.create(ada, { title })).id);
  for (const name of ['alpha', 'Beta']) made.label.push((await tandem.labels.create(ada, { name })).id);
  made.chat.push((await tandem.chats.start(ada, { agentId: callers.bot.id, body: 'hi' })).chat.id);
  return { tandem, callers, time, ids, made };
}

/** A command and its effect on a world. It refers to resources by position, so that both worlds agree. */
export interface Command {
  readonly name: string;
  /** The form in which a failing script is printed. */
  readonly [fc.toStringMethod]: () => string;
  run(world: World): Promise<unknown>;
}

export const command = (name: string, run: Command['run']): Command => ({
  name,
  run,
  [fc.toStringMethod]: () => name,
});

/** An existing resource or, if none fits, an unknown id. */
export const pick = ({ made }: World, kind: Kind, at: number): string =>
  made[kind].length === 0 || at === 9
    ? 'nothing-of-that-name'
    : (made[kind][at % made[kind].length] as string);

/** Remembers a created resource. */
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

/** Synchronizes the ids of both worlds: a storage may run a unit twice before refusing it, and so use up more ids. */
export function evenIds({ ids: left }: World, { ids: right }: World): void {
  left.given = Math.max(left.given, right.given);
  right.given = left.given;
}
