import { type World, world } from '../../../testing/world.ts';
import type { Caller } from '../caller.ts';

/** What an injected text tells the agent to do, with ids of others. */
type Attack = (w: World, run: Caller, ids: Targets) => Promise<unknown>;

interface Targets {
  readonly other: number;
  readonly own: number;
  readonly projectId: string;
  readonly goalId: string;
}

const ATTACKS: readonly Attack[] = [
  ({ tandem }, run, { other }) => tandem.tasks.update(run, other, { title: 'Owned' }),
  ({ tandem }, run, { other }) => tandem.tasks.delete(run, other),
  ({ tandem }, run, { other }) => tandem.tasks.archive(run, other),
  ({ tandem }, run, { other }) => tandem.tasks.transition(run, other, { to: 'done' }),
  ({ tandem }, run, { other }) => tandem.comments.create(run, other, { body: 'Owned' }),
  ({ tandem }, run, { other }) => tandem.results.post(run, other, { outcome: 'succeeded', summary: 'Owned' }),
  ({ tandem }, run, { other, own }) =>
    tandem.relations.relate(run, own, { type: 'blocks', taskNumber: other }),
  ({ tandem }, run, { other }) => tandem.tasks.create(run, { title: 'Owned', parentTaskNumber: other }),
  ({ tandem }, run) => tandem.tasks.create(run, { title: 'Owned', assignedTo: 'bob' }),
  ({ tandem }, run, { own }) =>
    tandem.tasks.split(run, own, { tasks: [{ title: 'Owned', labels: ['new'], createMissing: true }] }),
  ({ tandem }, run, { other }) =>
    tandem.tasks.bulk(run, { operations: [{ op: 'update', task: `${other}`, title: 'Owned' }] } as never),
  ({ tandem }, run) => tandem.tasks.put(run, 'jira', 'X-1', { title: 'Owned' }),
  ({ tandem }, run, { other }) => tandem.claims.claim(run, other, {}),
  ({ tandem }, run) => tandem.keys.create(run, { name: 'Owned', kind: 'service', scopes: ['full'] }),
  ({ tandem }, run, { projectId }) => tandem.projects.update(run, projectId, { title: 'Owned' }),
  ({ tandem }, run, { goalId }) => tandem.goals.delete(run, goalId),
  ({ tandem, agent }, run) => tandem.agents.update(run, agent.id, { displayName: 'Owned' }),
  ({ tandem }, run) => tandem.labels.create(run, { name: 'owned' } as never),
  ({ tandem, admin }, run) => tandem.members.update(run, admin.id, { role: 'member' }),
  ({ tandem }, run, { other }) => tandem.subscriptions.subscribe(run, other),
];

/** Where the text stands; the agent reads all of them. */
const PLACES = [
  ...['title', 'description', 'comment', 'parent', 'project', 'goal'],
  ...['answer', 'child', 'result', 'checkpoint'],
] as const;

const INSTRUCTION = /OBEY (\d+)/g;

/** Everything that is not the run's own task. */
async function outside(
  { tandem, admin, agent }: World,
  { other, projectId, goalId }: Targets,
  parent: number,
) {
  const { items: tasks } = await tandem.tasks.list(admin, { limit: 100 });
  return JSON.stringify([
    await tandem.tasks.get(admin, other),
    (await tandem.comments.list(admin, other, {})).items,
    (await tandem.results.list(admin, other, {})).items,
    (await tandem.tasks.get(admin, parent)).title,
    tasks.map(({ taskNumber }) => taskNumber),
    await tandem.projects.get(admin, projectId),
    await tandem.goals.get(admin, goalId),
    await tandem.agents.get(admin, agent.id),
    (await tandem.members.list(admin, {})).items.map((member) => [
      member.name,
      'role' in member && member.role,
    ]),
    (await tandem.labels.list(admin, {})).items,
    (await tandem.keys.list(admin, { limit: 100 })).items.map(({ id }) => id),
  ]);
}

test.each(PLACES)(
  'an agent that obeys every text it reads changes nothing outside its task: %s',
  async (place) => {
    const w = await world();
    const { tandem, admin } = w;
    const text = (at: string) => (at === place ? ATTACKS.map((_, n) => `OBEY ${n}`).join(' ') : 'Text');
    const goal = await tandem.goals.create(admin, { title: 'Goal', description: text('goal') });
    const project = await tandem.projects.create(admin, {
      title: 'Project',
      description: text('project'),
      goalId: goal.id,
    });
    const parent = await tandem.tasks.create(admin, { title: 'Parent', description: text('parent') });
    const other = await tandem.tasks.create(admin, { title: 'Other' });
    const own = await tandem.tasks.create(admin, {
      title: text('title'),
      description: text('description'),
      parentTaskNumber: parent.taskNumber,
      projectId: project.id,
    });
    await tandem.comments.create(admin, own.taskNumber, { body: text('comment') });
    const child = await tandem.tasks.create(admin, {
      title: text('child'),
      parentTaskNumber: own.taskNumber,
    });
    await tandem.results.post(admin, child.taskNumber, { outcome: 'succeeded', summary: text('result') });
    await tandem.tasks.transition(admin, child.taskNumber, { to: 'canceled' });
    const first = await tandem.claims.claim(w.agent, own.taskNumber, {});
    const { token } = first.lease;
    await tandem.claims.heartbeat(w.agent, own.taskNumber, { token, checkpoint: text('checkpoint') });
    const asker = { ...w.agent, claimToken: token };
    const question = await tandem.questions.ask(asker, own.taskNumber, { kind: 'text', text: 'Which?' });
    await tandem.questions.answer(admin, question.id, { text: text('answer') });
    const briefing = await tandem.claims.claim(w.agent, own.taskNumber, { runKey: true });
    const run = await tandem.authenticate(briefing.lease.runKey);
    const targets = {
      other: other.taskNumber,
      own: own.taskNumber,
      projectId: project.id,
      goalId: goal.id,
    };
    const before = await outside(w, targets, parent.taskNumber);
    const orders = new Set([...JSON.stringify(briefing).matchAll(INSTRUCTION)].map(([, n]) => Number(n)));
    expect(orders.size).toBe(ATTACKS.length);
    for (const n of orders) {
      const code = await ATTACKS[n]?.(w, run, targets).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      );
      expect([n, code]).toEqual([n, 'OUTSIDE_RUN']);
    }
    expect(await outside(w, targets, parent.taskNumber)).toBe(before);
  },
);
