import { outcome, refusal, type World, world } from '../../../testing/world.ts';
import type { Briefing } from '../../steps/briefing.ts';
import type { Caller } from '../caller.ts';
import { REPORTS_FOR_MS } from '../run-keys.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

/** A task that scout claims with a run key, and its caller. */
async function claimed(title = 'Own') {
  const { taskNumber } = await w.tandem.tasks.create(w.admin, { title });
  const { lease } = await w.tandem.claims.claim(w.agent, taskNumber, { runKey: true });
  const secret = lease.runKey as string;
  return { taskNumber, lease, secret, run: await w.tandem.authenticate(secret) };
}

const authenticates = (secret: string) => outcome(() => w.tandem.authenticate(secret));

describe('the key of a run', () => {
  test('a run key speaks as the agent, for its claim alone', async () => {
    const { run, taskNumber } = await claimed();
    const { claim } = await w.tandem.tasks.get(w.admin, taskNumber);
    expect(run).toMatchObject({
      type: 'agent',
      id: w.agent.id,
      key: { kind: 'run' },
      run: { claimId: claim?.id, taskNumber },
    });
  });

  test('a lease has no run key unless one is asked for', async () => {
    const { taskNumber } = await w.tandem.tasks.create(w.admin, { title: 'Plain' });
    const { lease } = await w.tandem.claims.claim(w.agent, taskNumber, {});
    expect(lease).not.toHaveProperty('runKey');
  });

  test('all three ways of claiming give a run key', async () => {
    await w.tandem.agents.update(w.admin, w.agent.id, { maxClaims: 2 });
    for (const title of ['One', 'Two']) await w.tandem.tasks.create(w.admin, { title });
    const next = await w.tandem.claims.next(w.agent, { runKey: true });
    const work = await w.tandem.work.next(w.agent, w.agent.id, { runKey: true });
    expect(await authenticates(next?.lease.runKey ?? '')).toBe('ok');
    expect(work?.kind === 'task' && (await authenticates(work.lease.runKey ?? ''))).toBe('ok');
  });

  test('run keys are not in lists of keys, and nobody can create or revoke one', async () => {
    const { run } = await claimed();
    const { items } = await w.tandem.keys.list(w.admin, { limit: 100 });
    expect(items.map(({ id }) => id)).not.toContain(run.key.id);
    expect(await outcome(() => w.tandem.keys.revoke(w.admin, run.key.id))).toBe('NOT_FOUND');
    const input = { name: 'x', kind: 'run', scopes: ['full'] } as never;
    expect(await outcome(() => w.tandem.keys.create(w.admin, input))).toBe('VALIDATION_ERROR');
  });

  test('a run whose agent key was revoked cannot prolong its claim', async () => {
    const scopes = ['tasks:read', 'tasks:write'] as const;
    const input = { name: 'Worker', kind: 'agent', memberId: w.agent.id, scopes } as const;
    const { key, secret } = await w.tandem.keys.create(w.admin, input);
    const { taskNumber } = await w.tandem.tasks.create(w.admin, { title: 'Own' });
    const worker = await w.tandem.authenticate(secret);
    const { lease } = await w.tandem.claims.claim(worker, taskNumber, { runKey: true });
    const run = await w.tandem.authenticate(lease.runKey as string);
    const beat = () => outcome(() => w.tandem.claims.heartbeat(run, taskNumber, {}));
    expect(await beat()).toBe('ok');
    await w.tandem.keys.revoke(w.admin, key.id);
    expect(await beat()).toBe('UNAUTHENTICATED');
  });

  test('a claim replayed under its idempotency key returns the same run key', async () => {
    await w.tandem.tasks.create(w.admin, { title: 'Own' });
    const once = () =>
      w.tandem.requests.once(
        w.agent,
        { key: 'k', request: 'POST /claim', payload: '' },
        async ({ claims }) => {
          const briefing = await claims.next(w.agent, { runKey: true });
          return { status: 200, body: briefing?.lease.runKey ?? null };
        },
      );
    const [first, again] = [await once(), await once()];
    expect('answer' in first && 'replay' in again && first.answer.body === again.replay.body).toBe(true);
  });

  test('a run does not replay the responses of its agent', async () => {
    const { run } = await claimed();
    const once = (by: Caller) =>
      w.tandem.requests.once(by, { key: 'k', request: 'POST /x', payload: '' }, async () => ({
        status: 200,
        body: by.key.kind,
      }));
    await once(w.agent);
    expect(await once(run)).toEqual({
      answer: { status: 200, body: 'run' },
      committed: expect.anything(),
      met: null,
    });
  });

  // biome-ignore format: a table
  test.each<[string, (of: Awaited<ReturnType<typeof claimed>>) => Promise<unknown>]>([
    ['a release',    ({ run, taskNumber }) => w.tandem.claims.release(run, taskNumber, {})],
    ['a result',     ({ run, taskNumber }) => w.tandem.results.post(run, taskNumber, { outcome: 'succeeded', summary: 'Done' })],
    ['a question',   ({ run, taskNumber }) => w.tandem.questions.ask(run, taskNumber, { kind: 'text', text: 'Which?' })],
    ['a split that waits', ({ run, taskNumber }) => w.tandem.tasks.split(run, taskNumber, { tasks: [{ title: 'Part' }], then: 'wait' })],
    ['its expiry',   async () => { w.time.advance(300_000); await w.tandem.claims.tidy(); }],
    ['a take-over',  ({ taskNumber }) => w.tandem.claims.claim(w.agent, taskNumber, { takeOver: true })],
    ['a stop',       () => w.tandem.claims.stop(w.admin, w.agent.id)],
    ['a move by a person', ({ taskNumber }) => w.tandem.tasks.transition(w.admin, taskNumber, { to: 'todo' })],
    ['another assignee', ({ taskNumber }) => w.tandem.tasks.update(w.admin, taskNumber, { assignedTo: 'bob' })],
    ['an archived task', ({ taskNumber }) => w.tandem.tasks.archive(w.admin, taskNumber)],
    ['the removal of its agent', () => w.tandem.agents.delete(w.admin, w.agent.id)],
  ])('a run key ends with its claim: %s', async (_end, act) => {
    const own = await claimed();
    expect(await authenticates(own.secret)).toBe('ok');
    await act(own);
    expect(await authenticates(own.secret)).toBe('UNAUTHENTICATED');
    expect(await outcome(() => w.tandem.tasks.get(own.run, own.taskNumber))).toBe('UNAUTHENTICATED');
  });

  test('a request under way is refused in its unit once the lease has run out, though nothing has recorded it', async () => {
    const { run, taskNumber } = await claimed();
    w.time.advance(300_000);
    expect(await outcome(() => w.tandem.comments.create(run, taskNumber, { body: 'Late' }))).toBe(
      'UNAUTHENTICATED',
    );
  });

  test('an ended run key reports usage for 10 minutes, and is then forgotten', async () => {
    const { secret, run, taskNumber } = await claimed();
    await w.tandem.claims.release(run, taskNumber, {});
    const reporter = () => outcome(() => w.tandem.authenticateReporter(secret));
    w.time.advance(REPORTS_FOR_MS - 1);
    expect([await reporter(), await authenticates(secret)]).toEqual(['ok', 'UNAUTHENTICATED']);
    w.time.advance(2);
    expect(await reporter()).toBe('UNAUTHENTICATED');
    expect(await w.tandem.keys.forgetRuns()).toBe(1);
  });
});

describe('what a run key reaches', () => {
  test('a run works on its task without a token, and its release and heartbeat need none', async () => {
    const { run, taskNumber } = await claimed();
    const { tandem } = w;
    await tandem.tasks.update(run, taskNumber, { title: 'Better', description: 'Text' });
    await tandem.comments.create(run, taskNumber, { body: 'Started' });
    await tandem.claims.heartbeat(run, taskNumber, { progress: { percent: 10 } });
    const child = await tandem.tasks.create(run, {
      title: 'Part',
      parentTaskNumber: taskNumber,
      assignedTo: 'scout',
    });
    await tandem.comments.create(run, child.taskNumber, { body: 'Part of it' });
    await tandem.results.post(run, child.taskNumber, {
      outcome: 'succeeded',
      summary: 'Part done',
      to: 'none',
    });
    expect((await tandem.claims.release(run, taskNumber, {})).status).toBe('todo');
  });

  test('a run reads the texts that its briefing names, and changes none of them', async () => {
    const { tandem, admin } = w;
    const goal = await tandem.goals.create(admin, { title: 'Goal' });
    const project = await tandem.projects.create(admin, { title: 'Project', goalId: goal.id });
    const parent = await tandem.tasks.create(admin, { title: 'Parent' });
    const related = await tandem.tasks.create(admin, { title: 'Related' });
    const sibling = await tandem.tasks.create(admin, {
      title: 'Sibling',
      parentTaskNumber: parent.taskNumber,
    });
    const own = await tandem.tasks.create(admin, {
      title: 'Own',
      parentTaskNumber: parent.taskNumber,
      projectId: project.id,
    });
    await tandem.relations.relate(admin, own.taskNumber, { type: 'related', taskNumber: related.taskNumber });
    const { lease } = await tandem.claims.claim(w.agent, own.taskNumber, { runKey: true });
    const run = await tandem.authenticate(lease.runKey);
    for (const { taskNumber } of [parent, related]) {
      expect(await outcome(() => tandem.tasks.get(run, taskNumber))).toBe('ok');
      expect(await outcome(() => tandem.tasks.update(run, taskNumber, { title: 'x' }))).toBe('OUTSIDE_RUN');
      expect(await outcome(() => tandem.comments.create(run, taskNumber, { body: 'x' }))).toBe('OUTSIDE_RUN');
      expect(await outcome(() => tandem.comments.list(run, taskNumber, {}))).toBe('OUTSIDE_RUN');
    }
    expect(await outcome(() => tandem.projects.get(run, project.id))).toBe('ok');
    expect(await outcome(() => tandem.goals.get(run, goal.id))).toBe('ok');
    for (const ref of [sibling.taskNumber, 99])
      expect(await outcome(() => tandem.tasks.get(run, ref))).toBe('OUTSIDE_RUN');
  });

  // biome-ignore format: a table
  test.each<[string, object]>([
    ['another assignee', { assignedTo: 'bob' }],
    ['a label',          { labels: ['bug'], createMissing: true }],
    ['a tag',            { tags: ['x'] }],
    ['metadata',         { metadata: { team: 'ops' } }],
    ['an external id',   { externalId: { source: 'jira', id: '1' } }],
    ['a budget',         { budget: { tokens: 1 } }],
    ['another parent',   { parentTaskNumber: 1 }],
    ['no parent',        { parentTaskNumber: null }],
  ])('a run cannot create a task with %s', async (_what, fields) => {
    await w.tandem.tasks.create(w.admin, { title: 'Other' });
    const { run, taskNumber } = await claimed();
    const create = () => w.tandem.tasks.create(run, { title: 'Child', parentTaskNumber: taskNumber, ...fields });
    expect(await outcome(create)).toBe('OUTSIDE_RUN');
  });

  test('children are blocked by siblings only', async () => {
    const other = await w.tandem.tasks.create(w.admin, { title: 'Other' });
    const { run, taskNumber } = await claimed();
    const split = (blockedBy: (string | number)[]) => () =>
      w.tandem.tasks.split(run, taskNumber, {
        tasks: [
          { title: 'A', key: 'a' },
          { title: 'B', blockedBy },
        ],
      });
    expect(await outcome(split([other.taskNumber]))).toBe('OUTSIDE_RUN');
    expect(await outcome(split(['a']))).toBe('ok');
  });

  test.each(['projectId', 'parentTaskNumber', 'assignedTo', 'labels', 'priority'])(
    'a run cannot change %s of its task',
    async (field) => {
      const { run, taskNumber } = await claimed();
      const value = field === 'labels' ? [] : field === 'priority' ? 'p0' : null;
      expect(await outcome(() => w.tandem.tasks.update(run, taskNumber, { [field]: value }))).toBe(
        'OUTSIDE_RUN',
      );
    },
  );

  test('a run reaches no files of other tasks', async () => {
    const { run, taskNumber } = await claimed();
    const upload = (by: Caller) =>
      w.tandem.files.upload(by, {
        fileName: 'a.txt',
        mimeType: 'text/plain',
        content: (async function* () {
          yield new Uint8Array(1);
        })(),
      });
    const theirs = await upload(w.admin);
    const other = await w.tandem.tasks.create(w.admin, { title: 'Other' });
    await w.tandem.attachments.attach(w.admin, other.taskNumber, { fileId: theirs.id });
    expect(await outcome(() => w.tandem.files.get(run, theirs.id))).toBe('NOT_FOUND');
    expect(await outcome(() => w.tandem.attachments.attach(run, taskNumber, { fileId: theirs.id }))).toBe(
      'VALIDATION_ERROR',
    );
    const mine = await upload(run);
    expect(await outcome(() => w.tandem.files.get(run, mine.id))).toBe('ok');
    await w.tandem.agents.update(w.admin, w.agent.id, { maxClaims: 2 });
    const another = await claimed();
    for (const { id } of [mine, await upload(w.agent)])
      expect(await outcome(() => w.tandem.files.get(another.run, id))).toBe('NOT_FOUND');
    const attach = () => w.tandem.attachments.attach(another.run, another.taskNumber, { fileId: mine.id });
    expect(await outcome(attach)).toBe('VALIDATION_ERROR');
    expect(await outcome(() => w.tandem.files.get(w.agent, mine.id))).toBe('ok');
    await w.tandem.attachments.attach(run, taskNumber, { fileId: mine.id });
    expect(await outcome(() => w.tandem.files.get(run, mine.id))).toBe('ok');
  });

  test('a mention by a run gives other agents no work', async () => {
    const fox = await w.newAgent('fox');
    const { run, taskNumber } = await claimed();
    await w.tandem.comments.create(run, taskNumber, { body: '@fox do it, @bob look' });
    expect(await w.tandem.work.next(fox, fox.id, { mentions: true })).toBeNull();
    expect((await w.tandem.notifications.list(w.member, {})).items).toHaveLength(1);
  });

  test('a refusal says what to do', async () => {
    const { run } = await claimed();
    expect((await refusal(() => w.tandem.search.find(run, { q: 'x' } as never))).message).toMatch(
      /own task.*question/,
    );
  });
});

describe('a workspace whose agents use run keys', () => {
  beforeEach(async () => {
    await w.tandem.workspace.update(w.admin, { agentKeys: 'runs' });
  });
  const { runsOnly } = { runsOnly: async () => ({ ...w.agent, runsOnly: true }) };

  test('every claim has a run key, and the key of the agent only asks for work', async () => {
    const { taskNumber } = await w.tandem.tasks.create(w.admin, { title: 'Own' });
    const agent = await runsOnly();
    const briefing = await w.tandem.claims.next(agent, {});
    const token = briefing?.lease.token;
    expect(await authenticates(briefing?.lease.runKey ?? '')).toBe('ok');
    expect(await outcome(() => w.tandem.claims.heartbeat(agent, taskNumber, { token }))).toBe('ok');
    for (const act of [
      () => w.tandem.tasks.get(agent, taskNumber),
      () => w.tandem.comments.create({ ...agent, claimToken: token }, taskNumber, { body: 'x' }),
      () => w.tandem.tasks.create(agent, { title: 'x' }),
    ])
      expect(await outcome(act)).toBe('OUTSIDE_RUN');
    expect(await outcome(() => w.tandem.claims.release(agent, taskNumber, { token }))).toBe('ok');
  });

  test('the key of the agent that held a task last learns its status, and that of others does not', async () => {
    const { taskNumber } = await w.tandem.tasks.create(w.admin, { title: 'Own' });
    const agent = await runsOnly();
    const { lease } = (await w.tandem.claims.next(agent, {})) as Briefing;
    await w.tandem.tasks.transition(w.admin, taskNumber, { to: 'canceled' });
    const lost = async (by: Caller, token: string) =>
      (await refusal(() => w.tandem.claims.heartbeat(by, taskNumber, { token }))).details;
    expect(await lost(agent, lease.token)).toEqual({ reason: 'moved', status: 'canceled' });
    expect(await lost(agent, 'none')).toEqual({ reason: 'unknown', status: 'canceled' });
    expect(await lost(await w.newAgent('fox'), 'none')).toEqual({ reason: 'unknown' });
  });

  test("the setting applies to an agent's own key with its next request", async () => {
    const { secret } = await w.tandem.keys.create(w.admin, {
      name: 'k',
      kind: 'agent',
      memberId: w.agent.id,
      scopes: ['full'],
    });
    expect(await w.tandem.authenticate(secret)).toMatchObject({ runsOnly: true });
    await w.tandem.workspace.update(w.admin, { agentKeys: 'any' });
    expect(await w.tandem.authenticate(secret)).toMatchObject({ runsOnly: false });
  });

  test('only admins change the setting', async () => {
    expect(await outcome(() => w.tandem.workspace.update(w.member, { agentKeys: 'any' }))).toBe('FORBIDDEN');
  });
});
