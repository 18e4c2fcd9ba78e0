import { portsOfHistory } from '@tandem/adapter-node';
import { createTandem, type FileContents, type Storage } from '@tandem/core';
import { CHECKED } from '../story/checks.ts';
import { AGENTS, HOST } from '../story/team.ts';
import { PROPOSALS, TIMELINES } from '../story/timelines.ts';
import { type Calendar, calendar } from './calendar.ts';
import { chatSteps, dailySteps } from './chats.ts';
import { plainTasks } from './plain-tasks.ts';
import { seeded } from './random.ts';
import { setUp } from './setup.ts';
import { arrangingSteps, goalSteps, taskSteps } from './tasks.ts';
import { sessionSteps, telemetrySteps } from './telemetry.ts';
import { webhookSender, webhookSteps } from './webhook.ts';
import { callerOf, type Step, type World } from './world.ts';

export interface StoryOptions {
  /** Empty; closed at the end. */
  readonly storage: Storage;
  readonly contents: FileContents;
  /** When the story ends, in milliseconds since 1970. */
  readonly now: number;
  /** Called with the progress. */
  readonly onProgress?: (done: number, of: number) => void;
}

export interface CreatedStory {
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
export async function createStory({
  storage,
  contents,
  now,
  onProgress,
}: StoryOptions): Promise<CreatedStory> {
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
    const world: World = {
      tandem,
      storage,
      calendar: times,
      clock,
      callers: new Map(),
      ids: new Map(),
      tasks: new Map(),
      tokens: new Map(),
    };
    const created = await setUp(world);
    const steps = stepsOf(times, random, created.workspaceId);
    for (const [index, { at, happens }] of steps.entries()) {
      time = Math.min(now, Math.max(at, time + MIN_STEP_MS));
      await happens(world);
      onProgress?.(index + 1, steps.length);
    }
    return created;
  } finally {
    await tandem.close();
  }
}

/** All events in chronological order. */
const stepsOf = (times: Calendar, random: () => number, workspaceId: string): Step[] =>
  [
    ...taskSteps([...plainTasks(random), ...TIMELINES, ...CHECKED, ...PROPOSALS], times),
    ...arrangingSteps(times),
    ...goalSteps(times),
    ...dailySteps(times, random),
    ...chatSteps(times),
    ...webhookSteps(times, workspaceId),
    ...telemetrySteps(times, random),
    ...sessionSteps(times),
    ...finalSteps(times),
  ].toSorted((a, b) => a.at - b.at);

/** The final state of the agents, and the host's read marks. */
const finalSteps = ({ at }: Calendar): Step[] => [
  {
    at: at('1d 16:25'),
    happens: (world) => world.tandem.notifications.markAllRead(callerOf(world, HOST.name)),
  },
  ...AGENTS.flatMap(({ profile, reportsTo, pausedAt }): Step[] => [
    ...(pausedAt === undefined
      ? []
      : [{ at: at(pausedAt), happens: change(reportsTo, profile.name, { paused: true }) }]),
    { at: at('1d 16:28'), happens: change(HOST.name, profile.name, { maxClaims: 1 }) },
  ]),
];

const change =
  (by: string, agent: string, what: { paused?: boolean; maxClaims?: number }) => (world: World) =>
    world.tandem.agents.update(callerOf(world, by), callerOf(world, agent).id, what);
