import { type CallerName, outcome, refusal, type World, world } from '../../../testing/world.ts';
import type { Caller } from '../../access/caller.ts';
import type { Briefing } from '../../steps/briefing.ts';
import type { NewTask } from '../../tasks/task.ts';
import type { ProofOfDone } from '../../workspace/workspace.ts';
import type { NewResult, NewReview } from '../result.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = async (input: Partial<NewTask> = {}, by: Caller = w.admin) =>
  (await w.tandem.tasks.create(by, { title: 'A task', ...input })).taskNumber;
const task = (number: number) => w.tandem.tasks.get(w.admin, number);
const claimed = async (by: Caller = w.agent): Promise<Briefing> => {
  const briefing = await w.tandem.claims.next(by, { agentId: by.type === 'agent' ? undefined : w.agent.id });
  if (!briefing) throw new Error('Nothing is ready');
  return briefing;
};
const SUCCEEDED: NewResult = { outcome: 'succeeded', summary: 'It is done' };
const post = (number: number, input: Partial<NewResult> = {}, by: Caller = w.agent) =>
  w.tandem.results.post(by, number, { ...SUCCEEDED, ...input });
const finish = ({ task: { taskNumber }, lease }: Briefing, input: Partial<NewResult> = {}, by = w.agent) =>
  post(taskNumber, { token: lease.token, ...input }, by);
const review = (number: number, input: NewReview = { verdict: 'accepted' }, by: Caller = w.admin) =>
  w.tandem.results.review(by, number, input);
const returned = (number: number, more: Partial<NewReview> = {}, by: Caller = w.admin) =>
  review(number, { verdict: 'returned', comment: 'Not yet', ...more }, by);
const need = (proofOfDone: ProofOfDone) => w.tandem.workspace.update(w.admin, { proofOfDone });
const letAgentsComplete = () => w.tandem.workspace.update(w.admin, { agentCompletion: true });

describe('a result', () => {
  test('a result of a claimed task is stored, moves the task to review, and finishes the claim', async () => {
    await create();
    const held = await claimed();
    const result = await finish(held, {
      evidence: [{ command: 'npm test', exitCode: 0 }],
      usage: { tokens: 5 },
    });
    expect(result).toMatchObject({
      taskNumber: 1,
      outcome: 'succeeded',
      evidence: [{ command: 'npm test', exitCode: 0 }],
      usage: { tokens: 5 },
      author: { name: 'scout', type: 'agent' },
      attempt: 1,
      review: null,
    });
    expect(await task(1)).toMatchObject({
      status: 'waiting',
      claim: null,
      waitingFor: { kind: 'review', who: { name: 'ada' }, what: 'It is done', resultId: result.id },
    });
    expect((await w.tandem.results.list(w.member, 1, {})).items).toStrictEqual([result]);
    const lost = await refusal(() => w.tandem.claims.heartbeat(w.agent, 1, { token: held.lease.token }));
    expect([lost.code, lost.details.reason]).toStrictEqual(['LEASE_LOST', 'finished']);
  });

  // biome-ignore format: a table
  test.each<[NewResult['outcome'], NewResult['to'], string, string | undefined, string]>([
    ['succeeded', undefined, 'waiting',     'review',    'finished'],
    ['partial',   undefined, 'waiting',     'review',    'finished'],
    ['failed',    undefined, 'todo',        undefined,   'finished'],
    ['succeeded', 'waiting', 'waiting',     'review',    'finished'],
    ['failed',    'waiting', 'waiting',     'attention', 'finished'],
    ['succeeded', 'done',    'done',        undefined,   'finished'],
    ['partial',   'done',    'done',        undefined,   'finished'],
    ['succeeded', 'none',    'in_progress', undefined,   'lives'],
    ['failed',    'none',    'in_progress', undefined,   'lives'],
  ])('a result that %s, to %s: the task is in %s for %s, and the claim %s', async (came, to, status, kind, end) => {
    await letAgentsComplete();
    await create();
    const held = await claimed();
    await finish(held, { outcome: came, to });
    const after = await task(1);
    expect([after.status, after.waitingFor?.kind]).toStrictEqual([status, kind]);
    expect(after.claim === null ? 'finished' : 'lives').toBe(end);
  });

  test('a failed result delays the task more each time, and the third asks for attention', async () => {
    await create();
    for (const seconds of [10, 20]) {
      await finish(await claimed(), { outcome: 'failed', summary: 'No luck' });
      expect((await task(1)).work.notBefore).toBe(w.time.now() + seconds * 1000);
      expect((await task(1)).assignee).toBeNull();
      w.time.advance(seconds * 1000);
    }
    const { id } = await finish(await claimed(), { outcome: 'failed', summary: 'No luck' });
    expect(await task(1)).toMatchObject({
      status: 'waiting',
      waitingFor: { kind: 'attention', resultId: id },
    });
  });

  test('a result stores URLs without user names, passwords and invisible characters', async () => {
    const number = await create();
    const { evidence } = await post(number, {
      evidence: [{ url: 'https://ada:1234@exam\u200bple.com/\u202ea' }],
    });
    expect(evidence).toEqual([{ url: 'https://example.com/a' }]);
  });

  test('a succeeded result resets the count of failures', async () => {
    await create();
    await finish(await claimed(), { outcome: 'failed' });
    w.time.advance(10_000);
    await finish(await claimed());
    expect((await task(1)).work.failures).toBe(0);
  });

  test('anyone can post a result on an unclaimed task, without moving it', async () => {
    const number = await create();
    for (const by of [w.member, w.service, w.agent]) {
      await post(number, {}, by);
      expect((await task(number)).status).toBe('todo');
    }
    expect(
      (await w.tandem.results.list(w.admin, number, {})).items.map(({ author }) => author.name),
    ).toStrictEqual(['scout', 'CI', 'bob']);
  });

  test('a result requires the token of the living claim, in the body or in the header', async () => {
    await create();
    const held = await claimed();
    const fox = await w.newAgent('fox');
    for (const by of [fox, w.agent, w.service, w.runtime]) {
      expect(await outcome(() => post(1, {}, by))).toBe('TASK_CLAIMED');
      expect(await outcome(() => post(1, { token: 'another' }, by))).toBe('LEASE_LOST');
    }
    await post(1, { to: 'none' }, { ...w.agent, claimToken: held.lease.token });
    await post(1, { to: 'none' }, w.member);
    expect((await task(1)).claim).not.toBeNull();
  });

  test('a result posted through a runtime key belongs to the agent that holds the claim', async () => {
    await create();
    const held = await claimed(w.runtime);
    expect(await outcome(() => finish(held, { to: 'done' }, w.runtime))).toBe('AGENT_COMPLETION_DISABLED');
    const { author } = await finish(held, {}, w.runtime);
    expect(author).toMatchObject({ type: 'agent', name: 'scout' });
  });

  test('a result whose move is refused leaves nothing behind', async () => {
    const number = await create({ criteria: [{ text: 'It works' }] });
    const id = (await task(number)).criteria[0]?.id;
    const held = await claimed();
    expect(
      await outcome(() => finish(held, { to: 'done', evidence: [{ criterionId: id, text: 'See' }] })),
    ).toBe('AGENT_COMPLETION_DISABLED');
    expect((await w.tandem.results.list(w.admin, number, {})).items).toStrictEqual([]);
    expect((await task(number)).criteria).toMatchObject([{ status: 'open' }]);
    expect((await task(number)).claim).not.toBeNull();
  });

  // biome-ignore format: a table
  test.each<[string, Partial<NewResult>, string]>([
    ['a blank summary',          { summary: ' ' },                                          'summary'],
    ['a long summary',           { summary: 'x'.repeat(20_001) },                           'summary'],
    ['a failed one to done',     { outcome: 'failed', to: 'done' },                         'to'],
    ['empty evidence',           { evidence: [{ criterionId: 'a' }] },                      'evidence.0'],
    ['another scheme',           { evidence: [{ url: 'file:///etc/passwd' }] },             'evidence.0.url'],
    ['no criterion',             { evidence: [{ criterionId: 'a', text: 'x' }] },           'evidence.0.criterionId'],
    ['no file',                  { evidence: [{ fileId: 'a' }] },                           'evidence.0.fileId'],
    ['half an exit code',        { evidence: [{ exitCode: 0.5 }] },                         'evidence.0.exitCode'],
    ['too many entries',         { evidence: Array(101).fill({ text: 'x' }) },              'evidence'],
    ['too much evidence',        { evidence: Array(21).fill({ text: 'x'.repeat(10_000) }) },'evidence'],
  ])('a result with %s is refused at its field', async (_, input, field) => {
    const { code, fields } = await refusal(async () => post(await create(), input));
    expect([code, Object.keys(fields ?? {})]).toStrictEqual(['VALIDATION_ERROR', [field]]);
  });

  test("files in a result's evidence can be read by the workspace, like attachments", async () => {
    async function* content() {
      yield Buffer.from('proof');
    }
    const upload = { fileName: 'a.txt', mimeType: 'text/plain', content: content() };
    const file = await w.tandem.files.upload(w.agent, upload);
    expect(await outcome(() => w.tandem.files.get(w.member, file.id))).toBe('NOT_FOUND');
    const number = await create();
    expect(await outcome(() => post(number, { evidence: [{ fileId: file.id }] }, w.member))).toBe(
      'VALIDATION_ERROR',
    );
    await post(number, { evidence: [{ fileId: file.id }, { fileId: file.id }] });
    expect((await w.tandem.files.get(w.member, file.id)).id).toBe(file.id);
  });
});

describe('an artifact', () => {
  const COMMIT = 'A'.repeat(40);
  const given = (repository: string, more: object = {}) =>
    outcome(() =>
      post(1, { to: 'none', artifact: { kind: 'git', repository, commit: COMMIT, ...more } }, w.admin),
    );

  test.each([
    'https://git.example.org/acme/site.git',
    'http://localhost:3000/site',
    'ssh://git@git.example.org:2222/acme/site.git',
    'ssh://git.example.org/acme/site.git',
    'file:///srv/git/site.git',
    'git@git.example.org:acme/site.git',
  ])('an artifact may be of the repository %s', async (repository) => {
    await create({ status: 'in_progress' });
    expect(await given(repository)).toBe('ok');
  });

  test.each([
    'https://ada:secret@git.example.org/acme/site.git',
    'https://token@git.example.org/acme/site.git',
    'ssh://git:secret@git.example.org/acme/site.git',
    'git@-oProxyCommand:site',
    '-upload-pack:site',
    '/srv/git/site.git',
    'ext::sh -c date',
    'https://git.example.org/a b',
    'https://git.exam\u200bple.org/site',
    `https://git.example.org/${'x'.repeat(480)}`,
    '',
  ])('an artifact is refused for the repository %j', async (repository) => {
    await create({ status: 'in_progress' });
    expect(await given(repository)).toBe('VALIDATION_ERROR');
  });

  test.each([
    { commit: 'a'.repeat(39) },
    { commit: 'g'.repeat(40) },
    { base: 'main' },
    { branch: '--upload-pack=x' },
    { branch: 'two words' },
    { kind: 'svn' },
  ])('an artifact is refused with %j', async (more) => {
    await create({ status: 'in_progress' });
    expect(await given('https://git.example.org/site', more)).toBe('VALIDATION_ERROR');
  });

  test('an artifact is stored without empty fields, commits in lower case, and a failure as it is', async () => {
    await create();
    const failure = { class: 'tool_error', message: 'The tests do not build' } as const;
    const repository = 'git@git.example.org:acme/site.git';
    const artifact = { kind: 'git', repository, commit: COMMIT, branch: null, base: 'B'.repeat(64) } as const;
    await finish(await claimed(), { outcome: 'partial', artifact, failure });
    expect((await w.tandem.results.list(w.admin, 1, {})).items).toMatchObject([
      { artifact: { kind: 'git', repository, commit: 'a'.repeat(40), base: 'b'.repeat(64) }, failure },
    ]);
  });

  test.each([
    ['succeeded', 'It broke'],
    ['failed', ' '],
    ['failed', 'x'.repeat(501)],
  ] as const)('a result that %s refuses the failure %j', async (cameOut, message) => {
    await create({ status: 'in_progress' });
    const failure = { class: 'other', message } as const;
    expect(await outcome(() => post(1, { outcome: cameOut, to: 'none', failure }, w.admin))).toBe(
      'VALIDATION_ERROR',
    );
  });

  test('a failed result that only lacked quota counts no failed attempt', async () => {
    await create();
    await finish(await claimed(), { outcome: 'failed', failure: { class: 'quota', message: 'Resets at 5' } });
    expect((await task(1)).work).toMatchObject({ failures: 0, notBefore: w.time.now() + 300_000 });
  });
});

describe('criteria', () => {
  test('criteria are claimed with their evidence by a result that names them', async () => {
    await create({ criteria: [{ text: 'It works' }, { text: 'It is fast', id: 'fast' }] });
    const held = await claimed();
    expect(held.task.criteria.map(({ text, status }) => [text, status])).toStrictEqual([
      ['It works', 'open'],
      ['It is fast', 'open'],
    ]);
    await finish(held, { evidence: [{ criterionId: 'fast', output: '3 ms' }, { text: 'Also' }] });
    expect((await task(1)).criteria).toMatchObject([
      { status: 'open', evidence: [], by: null, at: null },
      {
        id: 'fast',
        status: 'claimed',
        evidence: [{ criterionId: 'fast', output: '3 ms' }],
        by: { name: 'scout' },
        at: w.time.now(),
      },
    ]);
  });

  test('criteria keep their proof while their text is unchanged, in any position', async () => {
    await create({
      criteria: [
        { id: 'a', text: 'A' },
        { id: 'b', text: 'B' },
      ],
    });
    await finish(await claimed(), {
      evidence: [
        { criterionId: 'a', text: 'x' },
        { criterionId: 'b', text: 'y' },
      ],
    });
    await w.tandem.tasks.update(w.admin, 1, {
      criteria: [{ text: 'New' }, { id: 'b', text: 'Another' }, { id: 'a', text: 'A' }],
    });
    expect((await task(1)).criteria.map(({ text, status }) => `${text} ${status}`)).toStrictEqual([
      'New open',
      'Another open',
      'A claimed',
    ]);
    const [entry] = (await w.tandem.tasks.activity(w.admin, 1, {})).items;
    expect(entry).toMatchObject({ field: 'criteria', oldValue: 'A\nB', newValue: 'New\nAnother\nA' });
  });

  test('criteria keep their ids on a change; an unknown id is refused, and nothing changes', async () => {
    await create({ criteria: [{ id: 'a', text: 'A' }] });
    const other = await create({ title: 'Another', criteria: [{ id: 'b', text: 'B' }] });
    for (const criteria of [
      [{ id: 'b', text: 'A' }],
      [
        { id: 'a', text: 'A' },
        { id: 'gone', text: 'C' },
      ],
    ]) {
      const { code, fields } = await refusal(() =>
        w.tandem.tasks.update(w.admin, 1, { criteria, title: 'T' }),
      );
      expect([code, Object.keys(fields ?? {})]).toStrictEqual([
        'VALIDATION_ERROR',
        [`criteria.${criteria.length - 1}.id`],
      ]);
    }
    expect(await task(1)).toMatchObject({ title: 'A task', criteria: [{ id: 'a', text: 'A' }] });
    expect((await task(other)).criteria).toMatchObject([{ id: 'b' }]);
  });

  test('criteria are at most 50 texts of at most 500 characters, each with a unique id', async () => {
    const bad: NewTask['criteria'][] = [
      Array(51).fill({ text: 'x' }),
      [{ text: '' }],
      [{ text: 'x'.repeat(501) }],
      [
        { id: 'a', text: 'x' },
        { id: 'a', text: 'y' },
      ],
      [{ id: ' ', text: 'x' }],
    ];
    for (const criteria of bad) expect(await outcome(() => create({ criteria }))).toBe('VALIDATION_ERROR');
    await create({ criteria: Array(50).fill({ text: 'x'.repeat(500) }) });
  });

  // biome-ignore format: a table
  test.each<[CallerName, 'own' | 'another’s' | 'own, claimed before', string]>([
    ['admin',   'another’s',           'ok'],
    ['member',  'another’s',           'ok'],
    ['agent',   'own',                 'ok'],
    ['agent',   'another’s',           'HUMANS_ONLY'],
    ['agent',   'own, claimed before', 'HUMANS_ONLY'],
    ['service', 'own',                 'ok'],
    ['service', 'another’s',           'HUMANS_ONLY'],
    ['actingAsAgent', 'another’s',     'HUMANS_ONLY'],
  ])('criteria set by %s on a task that is %s: %s', async (who, whose, expected) => {
    const number = await create({}, whose === 'another’s' ? w.runtime : w[who]);
    if (whose === 'own, claimed before') {
      const { lease } = await claimed();
      await w.tandem.claims.release(w.agent, number, { token: lease.token });
    }
    const criteria = [{ text: 'Easy' }];
    expect(await outcome(() => w.tandem.tasks.update(w[who], number, { criteria }))).toBe(expected);
  });
});

describe('proof of done', () => {
  // biome-ignore format: a table
  test.each<[ProofOfDone, CallerName, string]>([
    ['off',      'agent',   'ok'],
    ['off',      'admin',   'ok'],
    ['agents',   'agent',   'PROOF_MISSING'],
    ['agents',   'service', 'PROOF_MISSING'],
    ['agents',   'runtime', 'PROOF_MISSING'],
    ['agents',   'admin',   'ok'],
    ['everyone', 'agent',   'PROOF_MISSING'],
    ['everyone', 'admin',   'PROOF_MISSING'],
  ])('with proof of done for %s, %s moves a task to done without a result: %s', async (mode, who, expected) => {
    await letAgentsComplete();
    await need(mode);
    const number = await create({ status: 'in_progress' });
    expect(await outcome(() => w.tandem.tasks.transition(w[who], number, { to: 'done' }))).toBe(expected);
    expect(await outcome(() => create({ status: 'done' }, w[who]))).toBe(expected);
  });

  test('proof of done is a succeeded result since the last start, with evidence for every criterion', async () => {
    await letAgentsComplete();
    await need('everyone');
    const number = await create({
      criteria: [
        { id: 'a', text: 'A' },
        { id: 'b', text: 'B' },
      ],
    });
    const reason = 'no_evidence';
    const held = await claimed();
    const done = () => w.tandem.tasks.transition(w.admin, number, { to: 'done' });
    const missing = async () => (await refusal(done)).details.missing;
    expect(await missing()).toStrictEqual([
      { id: 'a', text: 'A', reason },
      { id: 'b', text: 'B', reason },
    ]);
    await finish(held, { outcome: 'failed', to: 'none', evidence: [{ criterionId: 'a', text: 'x' }] });
    expect(await missing()).toHaveLength(2);
    await finish(held, { to: 'none', evidence: [{ criterionId: 'a', text: 'x' }] });
    expect(await missing()).toStrictEqual([{ id: 'b', text: 'B', reason }]);
    const refused = await refusal(() => finish(held, { to: 'done' }));
    expect([refused.code, refused.details.missing]).toStrictEqual([
      'PROOF_MISSING',
      [{ id: 'b', text: 'B', reason }],
    ]);
    await finish(held, { to: 'done', evidence: [{ criterionId: 'b', text: 'y' }] });
    expect((await task(number)).status).toBe('done');
    // After a restart, it requires new proof.
    await w.tandem.tasks.transition(w.admin, number, { to: 'todo' });
    w.time.advance(1);
    await w.tandem.tasks.transition(w.admin, number, { to: 'in_progress' });
    expect(await missing()).toHaveLength(2);
  });

  test("a person's acceptance moves a task to done without other proof", async () => {
    await need('everyone');
    const number = await create({ criteria: [{ text: 'A' }] });
    await finish(await claimed(), { outcome: 'partial' });
    await review(number);
    expect((await task(number)).status).toBe('done');
  });

  test('a lent key cannot loosen the proof of done', async () => {
    await need('everyone');
    const lent = { ...w.admin, key: { ...w.admin.key, expiresAt: w.time.now() + 1_000 } };
    expect(await outcome(() => w.tandem.workspace.update(lent, { proofOfDone: 'agents' }))).toBe('FORBIDDEN');
  });
});

describe('whatever else is posted', () => {
  const waiting = async () => {
    await create({ criteria: [{ id: 'a', text: 'A' }] });
    return finish(await claimed(), { evidence: [{ criterionId: 'a', text: 'mine' }] });
  };

  test('a review applies to the result that the task waits for', async () => {
    const { id } = await waiting();
    const fox = await w.newAgent('fox');
    await post(1, { outcome: 'failed', to: 'none', evidence: [{ criterionId: 'a', text: 'rubbish' }] }, fox);
    await post(1, { to: 'none' }, w.admin);
    expect((await task(1)).criteria).toMatchObject([{ evidence: [{ text: 'mine' }], by: { name: 'scout' } }]);
    await returned(1);
    const reviewed = (await w.tandem.results.list(w.admin, 1, {})).items.filter(({ review: of }) => of);
    expect(reviewed.map((result) => result.id)).toStrictEqual([id]);
    expect((await task(1)).assignee).toMatchObject({ name: 'scout' });
  });

  test('an interim result does not let the author review their own earlier result', async () => {
    const number = await create({ status: 'in_progress' });
    await post(number, {}, w.admin);
    await post(number, { to: 'none' }, w.agent);
    expect(await outcome(() => review(number))).toBe('OWN_RESULT');
  });

  test('a done task is not reopened by an additional result', async () => {
    await waiting();
    await review(1);
    await post(1, { evidence: [{ criterionId: 'a', text: 'rubbish' }] }, w.service);
    expect(await outcome(() => returned(1))).toBe('NOTHING_TO_REVIEW');
    expect((await task(1)).criteria).toMatchObject([{ status: 'accepted', evidence: [{ text: 'mine' }] }]);
  });

  test('a task that waits for nothing specific can be made to wait for a review', async () => {
    const number = await create({ status: 'in_progress', assignedTo: 'scout' });
    await w.tandem.tasks.transition(w.agent, number, { to: 'waiting' });
    const { id } = await post(number, { to: 'waiting' });
    expect((await task(number)).waitingFor).toMatchObject({ kind: 'review', resultId: id });
    expect(await outcome(() => post(number, { to: 'waiting' }))).toBe('INVALID_TRANSITION');
    await review(number);
  });

  test('the evidence of all criteria of a task together is limited', async () => {
    const criteria = ['a', 'b', 'c'].map((id) => ({ id, text: id }));
    const number = await create({ status: 'in_progress', criteria });
    const long = (criterionId: string) => Array(9).fill({ criterionId, text: 'x'.repeat(10_000) });
    await post(number, { to: 'none', evidence: long('a') });
    await post(number, { to: 'none', evidence: long('b') });
    const { fields } = await refusal(() => post(number, { to: 'none', evidence: long('c') }));
    expect(Object.keys(fields ?? {})).toStrictEqual(['evidence']);
    await post(number, { to: 'none', evidence: long('a') });
  });
});

describe('a task that came back', () => {
  test('a returned task belongs to its new assignee only', async () => {
    const fox = await w.newAgent('fox');
    await create();
    await finish(await claimed());
    await returned(1);
    await w.tandem.tasks.update(w.admin, 1, { assignedTo: 'fox' });
    expect(await w.tandem.claims.next(w.agent, {})).toBeNull();
    expect((await w.tandem.claims.next(fox, {}))?.task.taskNumber).toBe(1);
  });
});

describe('a review', () => {
  test('accepting a result completes the task, is stored with the result, and accepts its criteria', async () => {
    await create({
      criteria: [
        { id: 'a', text: 'A' },
        { id: 'b', text: 'B' },
      ],
    });
    const { id } = await finish(await claimed(), { evidence: [{ criterionId: 'a', text: 'x' }] });
    const given = await review(1, { verdict: 'accepted', comment: 'Good' });
    expect(given).toMatchObject({ verdict: 'accepted', comment: 'Good', reviewer: { name: 'ada' } });
    expect(await task(1)).toMatchObject({
      status: 'done',
      criteria: [{ status: 'accepted', by: { name: 'ada' } }, { status: 'open' }],
    });
    expect((await w.tandem.results.list(w.admin, 1, {})).items).toMatchObject([{ id, review: given }]);
  });

  test('returning a result sends the task back to its author, who is offered it first with the review', async () => {
    await create({ criteria: [{ id: 'a', text: 'A' }] });
    await finish(await claimed(), { evidence: [{ criterionId: 'a', text: 'x' }] });
    const comment = 'It fails on Windows';
    await returned(1, { comment, criteria: [{ id: 'a', status: 'returned', comment: 'No' }] });
    await create({ assignedTo: 'scout', priority: 'p0' });
    const fox = await w.newAgent('fox');
    expect(await w.tandem.claims.next(fox, {})).toBeNull();
    const held = await claimed();
    expect(held.task).toMatchObject({ taskNumber: 1, assignee: { name: 'scout' } });
    expect(held.task.criteria).toMatchObject([{ status: 'returned', by: { name: 'ada' } }]);
    expect(held.results).toMatchObject([
      { review: { verdict: 'returned', comment, criteria: [{ id: 'a', comment: 'No' }] } },
    ]);
  });

  test('returning a result wakes its author who waits for work', async () => {
    await create();
    await finish(await claimed());
    const waiting = w.tandem.claims.next(w.agent, { wait: 20 });
    await w.held(1);
    await returned(1);
    expect((await waiting)?.task.taskNumber).toBe(1);
  });

  // biome-ignore format: a table
  test.each<[CallerName, CallerName, string]>([
    ['agent',          'admin',          'ok'],
    ['agent',          'member',         'ok'],
    ['agent',          'agent',          'HUMANS_ONLY'],
    ['agent',          'service',        'HUMANS_ONLY'],
    ['agent',          'actingAsMember', 'ok'],
    ['admin',          'admin',          'OWN_RESULT'],
    ['admin',          'member',         'ok'],
    ['admin',          'actingAsMember', 'OWN_RESULT'],
    ['service',        'admin',          'OWN_RESULT'],
    ['service',        'member',         'ok'],
    ['actingAsMember', 'admin',          'OWN_RESULT'],
    ['actingAsMember', 'member',         'OWN_RESULT'],
    ['actingAsAgent',  'admin',          'OWN_RESULT'],
    ['actingAsAgent',  'member',         'ok'],
  ])('a review of a result by %s, by %s: %s', async (author, reviewer, expected) => {
    const number = await create({ status: 'in_progress' });
    await post(number, {}, w[author]);
    expect(await outcome(() => review(number, undefined, w[reviewer]))).toBe(expected);
  });

  test('a review applies to the last result, once', async () => {
    const number = await create({ status: 'in_progress' });
    expect(await outcome(() => review(number))).toBe('NOTHING_TO_REVIEW');
    await post(number);
    await returned(number);
    expect(await outcome(() => review(number))).toBe('NOTHING_TO_REVIEW');
    expect(await outcome(() => returned(number, { comment: ' ' }))).toBe('VALIDATION_ERROR');
  });

  test('a review is refused if the task cannot move', async () => {
    const number = await create({ status: 'in_progress' });
    await post(number);
    await w.tandem.tasks.transition(w.admin, number, { to: 'canceled' });
    expect(await outcome(() => review(number))).toBe('INVALID_TRANSITION');
    expect(await outcome(() => returned(number))).toBe('INVALID_TRANSITION');
  });

  test('returning a result of a removed author leaves the task unassigned', async () => {
    await create();
    await finish(await claimed());
    await w.tandem.agents.delete(w.admin, w.agent.id);
    await returned(1);
    expect(await task(1)).toMatchObject({ status: 'todo', assignee: null });
  });

  test('a review names criteria of the task, each once', async () => {
    const number = await create({ status: 'in_progress', criteria: [{ id: 'a', text: 'A' }] });
    await post(number);
    const [a, b] = ['a', 'b'].map((id) => ({ id, status: 'accepted' }) as const);
    for (const criteria of [[b], [a, a]]) {
      expect(await outcome(() => review(number, { verdict: 'accepted', criteria: criteria as never }))).toBe(
        'VALIDATION_ERROR',
      );
    }
  });
});

test('results of another workspace cannot be seen or reviewed', async () => {
  const number = await create({ status: 'in_progress' });
  await post(number);
  for (const call of [
    () => w.tandem.results.list(w.other.admin, number, {}),
    () => w.tandem.results.review(w.other.admin, number, { verdict: 'accepted' }),
    () => w.tandem.results.post(w.other.admin, number, SUCCEEDED),
  ]) {
    expect(await outcome(call)).toBe('NOT_FOUND');
  }
});

describe('a review of the result that the person was shown', () => {
  const CRITERIA = [
    { id: 'a', text: 'A' },
    { id: 'b', text: 'B' },
  ];
  const proof = (criterionId: string) => ({ evidence: [{ criterionId, text: 'Seen' }] });
  const statuses = async (number: number) =>
    (await task(number)).criteria.map(({ id, status }) => `${id} ${status}`);

  test('a review with or without the id of the shown result succeeds', async () => {
    for (const named of [true, false]) {
      const number = await create({ status: 'in_progress' });
      const { id } = await post(number);
      const input: NewReview = { verdict: 'accepted', ...(named && { resultId: id }) };
      expect(await outcome(() => review(number, input))).toBe('ok');
    }
  });

  test('a review of an outdated result is refused with the current one, and nothing changes', async () => {
    const number = await create({ status: 'in_progress', criteria: CRITERIA });
    const outdated = await post(number, { to: 'none', summary: 'First' });
    const current = await post(number, { summary: 'Second' });
    for (const verdict of ['accepted', 'returned'] as const) {
      const refused = await refusal(() => review(number, { verdict, comment: 'So', resultId: outdated.id }));
      expect([refused.code, refused.details.result]).toStrictEqual(['RESULT_CHANGED', current]);
    }
    expect(await task(number)).toMatchObject({ status: 'waiting', waitingFor: { resultId: current.id } });
    expect(await outcome(() => review(number, { verdict: 'accepted', resultId: 'none' }))).toBe(
      'RESULT_CHANGED',
    );
  });

  test('a review of an earlier, reviewed result is refused', async () => {
    const number = await create({ status: 'in_progress' });
    const { id } = await post(number);
    await review(number);
    expect(await outcome(() => review(number, { verdict: 'accepted', resultId: id }))).toBe(
      'NOTHING_TO_REVIEW',
    );
  });

  test('a review accepts the criteria that its result has proven, and no others', async () => {
    const number = await create({ status: 'in_progress', criteria: CRITERIA });
    await post(number, { to: 'none', ...proof('a') });
    w.time.advance(1);
    await post(number, proof('b'));
    expect(await statuses(number)).toStrictEqual(['a claimed', 'b claimed']);
    await review(number);
    expect(await statuses(number)).toStrictEqual(['a claimed', 'b accepted']);
  });

  // biome-ignore format: a table
  test.each<[string, string, string]>([
    ['proven by another result', 'a', 'VALIDATION_ERROR'],
    ['proven by this result',    'b', 'ok'],
    ['without any proof',        'c', 'VALIDATION_ERROR'],
  ])('a review that accepts a criterion %s: %s %s', async (_, id, expected) => {
    const number = await create({ status: 'in_progress', criteria: [...CRITERIA, { id: 'c', text: 'C' }] });
    await post(number, { to: 'none', ...proof('a') });
    w.time.advance(1);
    await post(number, proof('b'));
    const naming = () => review(number, { verdict: 'accepted', criteria: [{ id, status: 'accepted' }] });
    expect(await outcome(naming)).toBe(expected);
    expect((await task(number)).status).toBe(expected === 'ok' ? 'done' : 'waiting');
  });

  test('does not accept a criterion whose only evidence is a command that failed', async () => {
    const number = await create({ status: 'in_progress', criteria: CRITERIA });
    const failed = { criterionId: 'a', command: 'npm test', exitCode: 1 };
    await post(number, {
      evidence: [failed, { ...failed, criterionId: 'b' }, { ...failed, criterionId: 'b', exitCode: 0 }],
    });
    const naming: NewReview = { verdict: 'accepted', criteria: [{ id: 'a', status: 'accepted' }] };
    expect(await outcome(() => review(number, naming))).toBe('VALIDATION_ERROR');
    await review(number);
    expect(await statuses(number)).toStrictEqual(['a claimed', 'b accepted']);
  });

  test('a review does not accept a criterion whose text was changed after the result', async () => {
    const number = await create({ status: 'in_progress', criteria: CRITERIA });
    await post(number, proof('a'));
    await w.tandem.tasks.update(w.admin, number, { criteria: [{ id: 'a', text: 'Other' }] });
    const naming: NewReview = { verdict: 'accepted', criteria: [{ id: 'a', status: 'accepted' }] };
    expect(await outcome(() => review(number, naming))).toBe('VALIDATION_ERROR');
    await review(number);
    expect(await statuses(number)).toStrictEqual(['a open']);
  });
});
