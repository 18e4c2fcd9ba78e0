import type { Tandem } from '@tandem/core';
import { GOALS } from '../story/goals.ts';
import { AGENTS, HOST, INITIATIVES, LABELS, PEOPLE, PROJECTS, WORKSPACE } from '../story/team.ts';
import { callerOf } from './deeds.ts';
import { known, type World } from './world.ts';

/** Concurrent claims per agent while the story is created; at the end the limit is one. */
export const CLAIMS_WHILE_TOLD = 3;

/** Creates the workspace, its host, and everything that precedes the first task. */
export async function found(
  world: Omit<World, 'workspaceId'>,
): Promise<{ workspaceId: string; hostKey: string }> {
  const { tandem } = world;
  const { workspace, secret } = await tandem.operator.createWorkspace({ name: WORKSPACE, admin: HOST });
  const { id: workspaceId } = workspace;
  const meet = async (name: string) =>
    world.callers.set(name, await tandem.operator.callerFor(workspaceId, name));
  await meet(HOST.name);
  const host = known(world.callers, HOST.name);
  await tandem.members.update(host, host.id, { email: `${HOST.name}@linden-library.example` });
  await tandem.workspace.update(host, {
    agentCompletion: true,
    agentIntake: 'backlog',
    proofOfDone: 'agents',
  });
  for (const person of PEOPLE) {
    await tandem.members.create(host, person);
    await meet(person.name);
  }
  for (const { reportsTo, tokensPerDay, contextLimit: _, load: __, pausedAt: ___, ...agent } of AGENTS) {
    const { id } = await tandem.agents.create(host, agent);
    await tandem.agents.update(host, id, {
      reportsTo,
      maxClaims: CLAIMS_WHILE_TOLD,
      limits: { usage: { tokens: { perDay: tokensPerDay } } },
    });
    await meet(agent.name);
  }
  for (const label of LABELS) await tandem.labels.create(host, label);
  await foundWork({ ...world, workspaceId }, tandem);
  return { workspaceId, hostKey: secret };
}

async function foundWork(world: World, tandem: Tandem): Promise<void> {
  const host = callerOf(world, HOST.name);
  const { calendar, initiatives, goals, projects } = world;
  for (const { key, ...initiative } of INITIATIVES) {
    initiatives.set(key, (await tandem.initiatives.create(host, initiative)).id);
  }
  for (const { key, title, text, test, metric, initiative, due } of GOALS) {
    const goal = await tandem.goals.create(host, {
      title,
      description: text,
      test,
      metric,
      targetDate: calendar.due(due),
      initiativeId: known(initiatives, initiative),
    });
    goals.set(key, goal.id);
  }
  for (const { key, initiative, goal, due, ...project } of PROJECTS) {
    const { id } = await tandem.projects.create(host, {
      ...project,
      targetDate: calendar.due(due),
      initiativeId: known(initiatives, initiative),
      goalId: known(goals, goal),
    });
    projects.set(key, id);
  }
}
