import { createTandem, type FileContents, type Storage } from '@tandem/core';
import { portsOfHistory } from '@tandem/core/node';
import { THOUGHT_UP } from '../story/tasks-more.ts';
import { TOLD } from '../story/tasks-told.ts';
import { AGENTS, HOST } from '../story/team.ts';
import { type Calendar, calendar } from './calendar.ts';
import { chatSteps } from './chats.ts';
import { dailySteps } from './daily.ts';
import { callerOf } from './deeds.ts';
import { found } from './founding.ts';
import { goalSteps } from './goals.ts';
import { plainTasks } from './lives.ts';
import { seeded } from './random.ts';
import { taskSteps } from './tasks.ts';
import { sessionSteps, telemetrySteps } from './telemetry.ts';
import { webhookSender, webhookSteps } from './webhook.ts';
import type { Step, World } from './world.ts';

export interface Telling {
  /** Empty; closed at the end. */
  readonly storage: Storage;
  readonly contents: FileContents;
  /** When the story ends, in milliseconds since 1970. */
  readonly now: number;
  /** Called with the progress. */
  readonly onProgress?: (done: number, of: number) => void;
}

export interface Told {
  readonly workspaceId: string;
  /** The key of the host, whom the start message's link signs in. */
  readonly hostKey: string;
}

const SEED = 20_260_301;
/** The gap between two events in the same minute. */
const MIN_STEP_MS = 700;

/**
 * Creates the demo's story: six weeks of a team, through the normal use cases and at the original times. The same
 * moment always gives the same content, except for secrets.
 */
export async function tell({ storage, contents, now, onProgress }: Telling): Promise<Told> {
  const times = calendar(now);
  const random = seeded(SEED);
  let time = times.day(31, 8);
  const clock = () => time;
  const tandem = createTandem({
    ...portsOfHistory(clock, seeded(SEED + 1)),
    storage,
    contents,
    webhooks: webhookSender(clock, times),
  });
  try {
    const world = {
      tandem,
      storage,
      contents,
      calendar: times,
      random,
      clock,
      callers: new Map(),
      projects: new Map(),
      initiatives: new Map(),
      goals: new Map(),
      tasks: new Map(),
      files: new Map(),
      tokens: new Map(),
      questions: new Map(),
    };
    const founded = await found(world);
    const steps = stepsOf(times, random);
    for (const [place, { at, happens }] of steps.entries()) {
      time = Math.min(now, Math.max(at, time + MIN_STEP_MS));
      await happens({ ...world, ...founded });
      onProgress?.(place + 1, steps.length);
    }
    return founded;
  } finally {
    await tandem.close();
  }
}

/** All events in chronological order. */
const stepsOf = (times: Calendar, random: () => number): Step[] =>
  [
    ...taskSteps([...plainTasks(random), ...TOLD, ...THOUGHT_UP], times),
    ...goalSteps(times),
    ...dailySteps(times, random),
    ...chatSteps(times),
    ...webhookSteps(times),
    ...telemetrySteps(times, random),
    ...sessionSteps(times),
    ...lastWords(times),
  ].toSorted((a, b) => a.at - b.at);

/** The final state of the agents, and the host's read marks. */
const lastWords = ({ at }: Calendar): Step[] => [
  {
    at: at('1d 16:25'),
    happens: (world) => world.tandem.notifications.markAllRead(callerOf(world, HOST.name)),
  },
  ...AGENTS.flatMap(({ name, reportsTo, pausedAt }) =>
    pausedAt === undefined
      ? []
      : [{ at: at(pausedAt), happens: (world: World) => change(world, reportsTo, name, { paused: true }) }],
  ),
  ...AGENTS.map(({ name }) => ({
    at: at('1d 16:28'),
    happens: (world: World) => change(world, HOST.name, name, { maxClaims: 1 }),
  })),
];

const change = (world: World, by: string, agent: string, what: { paused?: boolean; maxClaims?: number }) =>
  world.tandem.agents.update(callerOf(world, by), callerOf(world, agent).id, what);
