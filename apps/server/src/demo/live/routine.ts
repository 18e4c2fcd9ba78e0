import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type Tandem } from '@tandem/client';
import { AGENTS } from '../story/team.ts';
import { ROUTINES } from './labour.ts';

/** How often it is looked at how the agents do. */
const LOOK_MS = 60_000;
/** An agent that has nothing to do gets a routine task when the last one is so long over. */
const REST_MS = 15 * 60_000;
/** Routine tasks that are over and stay to be seen; what is older goes. */
const KEPT = 4;

/** Tells how the agents do, and gives each a routine task when it has had nothing to do for a while, until it is stopped. */
export async function keepAlive(
  url: string,
  keyOf: (name: string) => string,
  stop: AbortSignal,
): Promise<void> {
  const timetable = createClient({ url, key: keyOf('timetable') });
  const agents = Object.keys(ROUTINES).map((name) => ({
    name,
    client: createClient({ url, key: keyOf(name) }),
    contextTokens: 30_000,
  }));
  while (!stop.aborted) {
    for (const agent of agents) {
      // What is in the way now may be over at the next look.
      await look(agent, timetable).catch(() => undefined);
    }
    await pause(LOOK_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}

interface AliveAgent {
  readonly name: string;
  readonly client: Tandem;
  contextTokens: number;
}

async function look(agent: AliveAgent, timetable: Tandem): Promise<void> {
  const { data: open } = await timetable.tasks.list({
    assigned: agent.name,
    status: ['todo', 'in_progress'],
    limit: 100,
  });
  const held = open.filter(({ claim }) => claim !== null).length;
  await tellOfItself(agent, held);
  if (open.length > 0) return;
  await tidyRoutines(agent.name, timetable);
  await nextRoutine(agent.name, timetable);
}

async function tellOfItself(agent: AliveAgent, held: number): Promise<void> {
  const about = AGENTS.find(({ name }) => name === agent.name);
  if (!about) return;
  const { model, contextLimit } = about;
  agent.contextTokens += held > 0 ? 6_000 : 200;
  if (agent.contextTokens > contextLimit * 0.85) agent.contextTokens = Math.round(contextLimit * 0.2);
  const { caller } = await agent.client.workspace.me();
  await agent.client.agents.pushTelemetry(caller.id, {
    status: held > 0 ? 'working' : 'idle',
    model,
    contextTokens: agent.contextTokens,
    contextLimit,
    activeSessions: held,
    usage: { requests: held * 12 + 1, 'tokens a minute': held * 5_400 },
  });
}

const ROUTINE = 'routine';

async function nextRoutine(agent: string, timetable: Tandem): Promise<void> {
  const [last] = (await timetable.tasks.list({ assigned: agent, tags: [ROUTINE], limit: 1 })).data;
  if (last?.completedAt && Date.now() - Date.parse(last.completedAt) < REST_MS) return;
  const routine = ROUTINES[agent];
  if (!routine) return;
  const { taskNumber } = await timetable.tasks.create({
    ...routine,
    assignedTo: agent,
    priority: 'p3',
    tags: [ROUTINE],
  });
  // It is nobody's news.
  await timetable.tasks.unsubscribe(taskNumber);
}

async function tidyRoutines(agent: string, timetable: Tandem): Promise<void> {
  const done = await timetable.tasks.list({ assigned: agent, tags: [ROUTINE], status: ['done'], limit: 50 });
  for (const { taskNumber } of done.data.slice(KEPT)) {
    await timetable.tasks.archive(taskNumber);
    await timetable.tasks.delete(taskNumber);
  }
}
