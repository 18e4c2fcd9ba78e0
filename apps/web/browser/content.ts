import {
  type Agent,
  type Chat,
  createClient,
  type Goal,
  type Initiative,
  type Project,
  type Tandem,
} from '@tandem/client';

/** At least one of each kind of resource in a workspace. */
export interface Content {
  readonly taskNumber: number;
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
  return { taskNumber, project, initiative, goal, agent, chat };
}
