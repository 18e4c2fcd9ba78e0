import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type Tandem, type Task } from '@tandem/client';
import { ROUTINE, ROUTINES } from '../story/agents-at-work.ts';
import { AGENTS } from '../story/team.ts';

/** How often the agents' state is checked. */
const CHECK_MS = 10_000;
/** How often an agent reports an unchanged state. */
const REPORT_MS = 2 * 60_000;
/** How long an idle agent waits after its last routine task for the next one. */
export const IDLE_MS = 15 * 60_000;
/** How many finished routine tasks are kept; older ones are deleted. */
export const MAX_FINISHED = 4;

/** An agent, with the state that its process would know. */
interface Agent {
  readonly name: string;
  readonly client: Tandem;
  id: string | undefined;
  contextTokens: number | undefined;
  /** The tasks that it held at its last report, and the time of that report. */
  reported: { readonly held: string; readonly at: number };
}

/**
 * Reports the agents' telemetry, as their processes would, and gives idle agents a routine task now and then, until it
 * is stopped.
 */
export async function keepAlive(
  url: string,
  keyOf: (name: string) => string,
  stop: AbortSignal,
): Promise<void> {
  const timetable = createClient({ url, key: keyOf('timetable') });
  const agents = Object.keys(ROUTINES).map(
    (name): Agent => ({
      name,
      client: createClient({ url, key: keyOf(name) }),
      id: undefined,
      contextTokens: undefined,
      reported: { held: 'unknown', at: 0 },
    }),
  );
  while (!stop.aborted) {
    for (const agent of agents) {
      // A failure now may be over at the next check.
      await check(agent, timetable).catch(() => undefined);
    }
    await pause(CHECK_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}

async function check(agent: Agent, timetable: Tandem): Promise<void> {
  const { data: open } = await timetable.tasks.list({
    assigned: agent.name,
    status: ['todo', 'in_progress'],
    limit: 100,
  });
  const held = open.filter(({ claim }) => claim !== null);
  const numbers = held.map(({ taskNumber }) => taskNumber).join();
  if (numbers !== agent.reported.held || Date.now() - agent.reported.at > REPORT_MS) {
    await report(agent, held);
    agent.reported = { held: numbers, at: Date.now() };
  }
  if (open.length === 0) await nextRoutine(agent.name, timetable);
}

async function report(agent: Agent, held: readonly Task[]): Promise<void> {
  const about = AGENTS.find(({ profile }) => profile.name === agent.name);
  if (!about) return;
  const { contextLimit } = about;
  const { displayName, model } = about.profile;
  agent.id ??= (await agent.client.workspace.me()).caller.id;
  const before = agent.contextTokens ?? (await lastReported(agent.client, agent.id));
  const increased = before + (held.length > 0 ? 6_000 : 200);
  const contextTokens = increased > contextLimit * 0.85 ? Math.round(contextLimit * 0.2) : increased;
  agent.contextTokens = contextTokens;
  await agent.client.agents.pushTelemetry(agent.id, {
    status: held.length > 0 ? 'working' : 'idle',
    model,
    contextTokens,
    contextLimit,
    activeSessions: held.length,
    usage: { requests: held.length * 12 + 1, 'tokens a minute': held.length * 5_400 },
  });
  await agent.client.agents.pushSessions(agent.id, {
    sessions: held.map(({ taskNumber, title }) => ({
      key: `task-${taskNumber}`,
      kind: 'task',
      label: `#${taskNumber} ${title}`,
      displayName,
      model,
      contextTokens,
      contextLimit,
      lastActivity: Date.now(),
    })),
  });
}

/** The fill of its context in the last report before this start. */
async function lastReported(client: Tandem, id: string): Promise<number> {
  const telemetry = await client.agents.telemetry(id);
  return 'contextTokens' in telemetry ? (telemetry.contextTokens ?? 0) : 0;
}

/**
 * Creates the next routine task when the last one has been finished for a while, and deletes the oldest, so that there
 * are never more than a few. While a routine task waits for a person, no new one is created.
 */
export async function nextRoutine(agent: string, timetable: Tandem, now = Date.now()): Promise<void> {
  const routine = ROUTINES[agent];
  const { data: before } = await timetable.tasks.list({ assigned: agent, tags: [ROUTINE], limit: 50 });
  const [last] = before;
  if (!routine || (last && (!isOver(last) || now - Date.parse(last.updatedAt) < IDLE_MS))) return;
  for (const task of before.slice(MAX_FINISHED - 1).filter(isOver)) {
    await timetable.tasks.archive(task.taskNumber);
    await timetable.tasks.delete(task.taskNumber);
  }
  const created = await timetable.tasks.create({
    ...routine,
    assignedTo: agent,
    priority: 'p3',
    tags: [ROUTINE],
  });
  // Keeps these tasks out of inboxes.
  await timetable.tasks.unsubscribe(created.taskNumber);
}

const isOver = ({ status }: Task): boolean => status === 'done' || status === 'canceled';
