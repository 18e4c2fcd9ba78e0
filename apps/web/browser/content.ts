import {
  type Agent,
  type Chat,
  createClient,
  type Goal,
  type Initiative,
  type Project,
  type Tandem,
} from '@tandem/client';
import { claimVerification, handIn, newVerifier, newWorker, verify } from './team.ts';

/** At least one of each kind of resource in a workspace. */
export interface Content {
  readonly taskNumber: number;
  /** Its result waits for review, with checks in several states. */
  readonly checkedTask: number;
  readonly project: Project;
  readonly initiative: Initiative;
  readonly goal: Goal;
  readonly agent: Agent;
  readonly chat: Chat;
}

/** Fills a workspace with claimed, blocked, asked-about, reviewed and discussed tasks. */
export async function fill(tandem: Tandem, url: string): Promise<Content> {
  const initiative = await tandem.initiatives.create({
    name: 'A safe coast',
    description: 'All lamps burn.',
  });
  const goal = await tandem.goals.create({
    title: 'Ships see the light from 20 miles',
    test: 'A ship says so.',
    metric: { target: 20, current: 12, unit: 'miles' },
    initiativeId: initiative.id,
  });
  await tandem.goals.create({ title: 'No ship runs aground', initiativeId: initiative.id });
  await tandem.projects.create({ title: 'New buoys', initiativeId: initiative.id });
  const [project, agent] = await Promise.all([
    tandem.projects.create({
      title: 'Repair the tower',
      description: 'Before **winter**.',
      status: 'in_progress',
      initiativeId: initiative.id,
      goalId: goal.id,
    }),
    tandem.agents.create({
      name: 'scribe',
      displayName: 'Scribe',
      emoji: '🪶',
      model: 'any',
      title: 'Writes things down',
    }),
    tandem.labels.create({ name: 'outside', color: 'teal' }),
  ]);
  const { taskNumber } = await tandem.tasks.create({
    title: 'Paint the railing',
    description: 'Two coats of **white**. See <https://example.org/paint>.\n\n- [ ] sand\n- [x] buy paint',
    priority: 'p0',
    labels: ['outside'],
    projectId: project.id,
    assignedTo: 'scribe',
    effort: 'm',
    criteria: [{ text: 'The railing is white' }, { text: 'Nothing drips' }],
  });
  const blocked = await tandem.tasks.create({ title: 'Take the scaffold down', projectId: project.id });
  await tandem.tasks.relate(blocked.taskNumber, { type: 'blocked_by', taskNumber });
  await tandem.tasks.comment(taskNumber, { body: 'The weather is good on Friday.' });
  await tandem.questions.ask(taskNumber, {
    kind: 'choice',
    text: 'Which white?',
    options: [{ text: 'Pure', consequence: 'Costs more' }, { text: 'Cream' }],
  });
  await tandem.tasks.create({ title: 'Count the ships' });
  const { secret } = await tandem.keys.create({
    name: 'scribe',
    kind: 'agent',
    memberId: agent.id,
    scopes: ['full'],
  });
  await createClient({ url, key: secret }).claims.next();
  await tandem.goals.verify(goal.id, { passed: false, evidence: 'It was foggy.', metricCurrent: 14 });
  const { thread: chat } = await tandem.chats.start({
    agentId: agent.id,
    body: 'What did the harbour master say?',
  });
  const checkedTask = await fillChecked(tandem, url);
  return { taskNumber, checkedTask, project, initiative, goal, agent, chat };
}

const check = (command: string) => ({ command, protect: ['test/**'] });

/** A task whose checks have failed, run, wait, and are proposed. Returns its number. */
async function fillChecked(tandem: Tandem, url: string): Promise<number> {
  const owl = await newVerifier(tandem, url, 'owl');
  const { client } = await newWorker(tandem, url, 'otter');
  const { taskNumber, criteria } = await client.tasks.create({
    title: 'Rewire the lamp',
    criteria: [
      { text: 'The lamp turns', check: check('make turn') },
      { text: 'The horn is heard', check: check('make horn') },
      { text: 'The door closes', check: check('make door') },
      { text: 'The stairs hold', check: check('make stairs') },
    ],
  });
  await tandem.tasks.update(taskNumber, {
    criteria: criteria.map(({ id, text }, index) => ({
      id,
      text,
      ...(index < 3 && { check: check(`make ${index}`) }),
    })),
  });
  await handIn(client, taskNumber);
  await verify(owl, { outcome: 'failed', exitCode: 2, output: 'not ok 1\n', outputLength: 340_000 });
  await verify(owl, { outcome: 'tampered', files: ['test/horn.test.ts'] });
  const { verification, lease } = await claimVerification(owl.client);
  await owl.client.verifications.heartbeat(verification.id, { token: lease.token, output: 'ok 1\nok 2' });
  return taskNumber;
}
