import type { Caller, Tandem } from '@tandem/core';
import { type Fixtures, makeFixtures } from '../../seed.ts';
import type { Holder } from '../dataset.ts';

/** The members and resources that the rows refer to, created by the use cases so that the keys work. */
export interface Owners {
  readonly workspaceId: string;
  readonly fixtures: Fixtures;
  readonly admin: Holder;
  readonly chatty: Holder;
  readonly talker: Holder;
  readonly listener: Holder;
  readonly locksmith: Holder;
  readonly host: Holder;
  readonly queued: Holder;
  readonly apartCreator: Holder;
  readonly apartAssignee: Holder;
  readonly projects: Readonly<Record<'apart' | 'graph', string>>;
  readonly labels: Readonly<Record<'apart' | 'pairwise', string>>;
}

const EVERYTHING = ['full', 'chat:read', 'chat:write'] as const;

export async function makeOwners(tandem: Tandem): Promise<Owners> {
  const { workspace, member, secret } = await tandem.operator.createWorkspace({
    name: 'Benchmark',
    admin: { name: 'admin' },
  });
  const caller = await tandem.operator.callerFor(workspace.id, member.name);
  const fixtures = await makeFixtures(tandem, caller);
  const person = (name: string) => makePerson(tandem, caller, name);
  const host = await tandem.operator.createKey(workspace.id, member.name, {
    name: 'host',
    kind: 'runtime',
    scopes: ['full'],
  });
  const [agent] = fixtures.agents.slice(1);
  if (!agent) throw new Error('There are too few agents.');
  const agentKey = await tandem.operator.createKey(workspace.id, agent.name, {
    name: 'agent',
    kind: 'agent',
    scopes: ['full'],
  });
  return {
    workspaceId: workspace.id,
    fixtures,
    admin: { id: member.id, name: member.name, secret },
    chatty: await person('chatty'),
    talker: await person('talker'),
    listener: await person('listener'),
    locksmith: await person('locksmith'),
    host: { id: host.key.id, name: host.key.name, secret: host.secret },
    queued: { id: agent.id, name: agent.name, secret: agentKey.secret },
    apartCreator: await person('apart-creator'),
    apartAssignee: await person('apart-assignee'),
    projects: {
      apart: (await tandem.projects.create(caller, { title: 'Apart' })).id,
      graph: (await tandem.projects.create(caller, { title: 'Graph' })).id,
    },
    labels: {
      apart: (await tandem.labels.create(caller, { name: 'apart' })).id,
      pairwise: (await tandem.labels.create(caller, { name: 'pairwise' })).id,
    },
  };
}

async function makePerson(tandem: Tandem, caller: Caller, name: string): Promise<Holder> {
  const { member } = await tandem.members.create(caller, { name, displayName: name });
  const { secret } = await tandem.operator.createKey(caller.workspaceId, name, {
    name,
    kind: 'person',
    scopes: EVERYTHING,
  });
  return { id: member.id, name, secret };
}
