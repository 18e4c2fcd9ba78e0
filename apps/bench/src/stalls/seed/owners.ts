import type { Tandem } from '@tandem/core';
import { type Holder, newTeam } from '@tandem/core/testing/world';
import { type Fixtures, makeFixtures } from '../../seed.ts';

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

export async function makeOwners(tandem: Tandem): Promise<Owners> {
  const team = await newTeam(tandem);
  const { admin } = team;
  const fixtures = await makeFixtures(team);
  const person = async (name: string) => {
    await team.person(name);
    return team.key(name, 'person');
  };
  const project = async (title: string) => (await tandem.projects.create(admin, { title })).id;
  const label = async (name: string) => (await tandem.labels.create(admin, { name })).id;
  return {
    workspaceId: team.workspaceId,
    fixtures,
    admin: team.founder,
    chatty: await person('chatty'),
    talker: await person('talker'),
    listener: await person('listener'),
    locksmith: await person('locksmith'),
    host: await team.key('ada', 'runtime'),
    queued: await team.key('agent-1', 'agent'),
    apartCreator: await person('apart-creator'),
    apartAssignee: await person('apart-assignee'),
    projects: { apart: await project('Apart'), graph: await project('Graph') },
    labels: { apart: await label('apart'), pairwise: await label('pairwise') },
  };
}
