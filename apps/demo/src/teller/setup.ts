import { GOALS } from '../story/goals.ts';
import { AGENTS, HOST, INITIATIVES, LABELS, PEOPLE, PROJECTS, VERIFIER, WORKSPACE } from '../story/team.ts';
import { callerOf, known, type World } from './world.ts';

/** Concurrent claims per agent while the story is created; at the end the limit is one. */
const CLAIMS_DURING_SETUP = 3;

/** Creates the workspace, its members, and everything that precedes the first task. Returns the host's key. */
export async function setUp(world: World): Promise<{ workspaceId: string; hostKey: string }> {
  const { tandem, callers } = world;
  const { workspace, secret } = await tandem.operator.createWorkspace({ name: WORKSPACE, admin: HOST });
  const addCaller = async (name: string) =>
    callers.set(name, await tandem.operator.callerFor(workspace.id, name));
  await addCaller(HOST.name);
  const host = callerOf(world, HOST.name);
  await tandem.members.update(host, host.id, { email: `${HOST.name}@linden-library.example` });
  await tandem.workspace.update(host, {
    agentCompletion: true,
    agentIntake: 'backlog',
    proofOfDone: 'agents',
  });
  for (const person of PEOPLE) {
    await tandem.members.create(host, person);
    await addCaller(person.name);
  }
  const { id: verifierId } = await tandem.agents.create(host, VERIFIER);
  await tandem.agents.update(host, verifierId, { verifier: true });
  await addCaller(VERIFIER.name);
  for (const { profile, reportsTo, tokensPerDay } of AGENTS) {
    const { id } = await tandem.agents.create(host, profile);
    await tandem.agents.update(host, id, {
      reportsTo,
      maxClaims: CLAIMS_DURING_SETUP,
      limits: { usage: { tokens: { perDay: tokensPerDay } } },
    });
    await addCaller(profile.name);
  }
  for (const [name, color] of Object.entries(LABELS)) await tandem.labels.create(host, { name, color });
  await setUpWork(world);
  return { workspaceId: workspace.id, hostKey: secret };
}

async function setUpWork(world: World): Promise<void> {
  const { tandem, calendar, ids } = world;
  const host = callerOf(world, HOST.name);
  for (const { key, ...initiative } of INITIATIVES) {
    ids.set(key, (await tandem.initiatives.create(host, initiative)).id);
  }
  for (const { key, title, text: description, test, metric, initiative, due } of GOALS) {
    const parents = { initiativeId: known(ids, initiative), targetDate: calendar.due(due) };
    ids.set(key, (await tandem.goals.create(host, { title, description, test, metric, ...parents })).id);
  }
  for (const { key, initiative, goal, due, ...project } of PROJECTS) {
    const parents = { initiativeId: known(ids, initiative), goalId: known(ids, goal) };
    const created = await tandem.projects.create(host, {
      ...project,
      ...parents,
      targetDate: calendar.due(due),
    });
    ids.set(key, created.id);
  }
}
