import type { ClaimedVerification, TaskVerification } from '@tandem/client';
import {
  type Api,
  apiOf,
  keepWhatRuns,
  newAgent,
  newWorkspace,
  onDurablePostgres,
  serve,
  tandem,
  temporaryFolder,
} from '@tandem/server/testing';
import { newRepository, type Repository } from '../../testing/git.ts';
import { artifactOf, CHECK, HONEST, project, verifyIn } from '../../testing/verification.ts';
import { runOne } from './work.ts';

jest.setTimeout(60_000);

/** A server whose workspace requires verified proof, with a liar and a verifier. */
interface World {
  readonly ada: Api;
  readonly liar: Api;
  readonly checker: Api;
}

async function worldAt(url: string, key: string): Promise<World> {
  const ada = apiOf(url, key);
  await ada('PATCH', 'workspace', { proofOfDone: 'verified', agentCompletion: true });
  const liar = await newAgent(ada, 'liar', 'tasks:read', 'tasks:write');
  const checker = await newAgent(ada, 'checker', 'tasks:read', 'tasks:write');
  await ada('PATCH', `agents/${checker.id}`, { verifier: true });
  return { ada, liar: apiOf(url, liar.key), checker: apiOf(url, checker.key) };
}

interface Lie extends World {
  readonly task: number;
  readonly repo: Repository;
  /** Hands in a commit. */
  readonly submit: (commit: string, more?: object) => Promise<void>;
  /** Lets the verifier check the commit that was handed in last. */
  readonly verified: () => Promise<TaskVerification>;
}

const edited = { 'test/check.sh': 'true\n' };

// biome-ignore format: a table
/** The trick of a liar, and the state of its verification. */
const TRICKS: readonly (readonly [string, string, (lie: Lie) => Promise<unknown>])[] = [
  ['invents output and an exit code',   'failed',   async ({ repo, submit, verified }) => { await submit(repo.commit()); await verified(); }],
  ['names no commit that exists',       'failed',   async ({ submit, verified }) => { await submit('a'.repeat(40)); await verified(); }],
  ['names a commit of another project', 'failed',   async ({ submit, verified }) => { await submit(newRepository(HONEST).git('rev-parse', 'HEAD')); await verified(); }],
  ['edits the test',                    'tampered', async ({ repo, submit, verified }) => { await submit(repo.commit(edited)); await verified(); }],
  ['names its own commit as base',      'tampered', async ({ repo, submit, verified }) => { const base = repo.commit(edited); await submit(repo.commit(), { base }); await verified(); }],
  ['puts a submodule for the tests',    'tampered', async ({ repo, submit, verified }) => { repo.git('rm', '-rq', 'test'); repo.git('update-index', '--add', '--cacheinfo', `160000,${'b'.repeat(40)},test`); repo.git('commit', '-qm', 'x'); await submit(repo.git('rev-parse', 'HEAD')); await verified(); }],
  ['commits after the verification',    'pending',  async ({ ada, task, repo, submit, verified }) => { await submit(repo.commit(HONEST)); await verified(); await ada('POST', `tasks/${task}/transition`, { to: 'in_progress' }); await submit(repo.commit({ 'app.txt': 'wrong\n' })); }],
  ['reports on its own work',           'pending',  async ({ liar, task, repo, submit }) => { await submit(repo.commit()); expect((await liar('POST', `verifications/${await idOf(liar, task)}/claim`, {})).status).toBe(403); }],
  ['edits the check',                   'failed',   async ({ liar, task, repo, submit, verified }) => { const criteria = [{ id: 'tests', text: 'Tests pass', check: { command: 'true' } }]; expect((await liar('PATCH', `tasks/${task}`, { criteria })).status).toBe(403); await submit(repo.commit()); await verified(); }],
  ['races a report with a new result',  'pending',  async ({ checker, task, repo, submit }) => { await submit(repo.commit(HONEST)); const id = await idOf(checker, task); const { body } = await checker('POST', `verifications/${id}/claim`, {}); await Promise.all([submit(repo.commit({ 'app.txt': 'wrong\n' })), checker('POST', `verifications/${id}/report`, { token: body.lease.token, outcome: 'passed', durationMs: 1 })]); }],
];

const idOf = async (by: Api, task: number): Promise<string> =>
  (await by('GET', `tasks/${task}/verifications`)).body.data[0].id;

async function begun(world: World): Promise<Lie> {
  const { ada, liar, checker } = world;
  const repo = project();
  const criteria = [{ id: 'tests', text: 'Tests pass', check: CHECK }];
  const made = await ada('POST', 'tasks', {
    title: 'Fix it',
    status: 'in_progress',
    assignedTo: 'liar',
    criteria,
  });
  const task: number = made.body.taskNumber;
  const evidence = [{ criterionId: 'tests', command: CHECK.command, output: 'right', exitCode: 0 }];
  return {
    ...world,
    task,
    repo,
    submit: async (commit, more = {}) => {
      const artifact = artifactOf(repo, commit, more);
      const result = { outcome: 'succeeded', summary: 'Done', evidence, artifact };
      expect(await liar('POST', `tasks/${task}/results`, result)).toMatchObject({ status: 201 });
    },
    verified: async () => {
      const { body } = await checker('POST', `verifications/${await idOf(checker, task)}/claim`, {});
      const work = { tandem: checker.client, verify: await verifyIn(repo), say: () => undefined };
      const end = await runOne(work, body as ClaimedVerification, new AbortController().signal);
      if (end.ended !== 'reported') throw new Error(`The verification is ${end.ended}.`);
      return end.verification;
    },
  };
}

function describeTricks(): (world: World) => void {
  let world: World;
  test.each(TRICKS)('a liar that %s does not get its task done (%s)', async (_what, state, act) => {
    const lie = await begun(world);
    const { ada, liar, task } = lie;
    await act(lie);
    expect((await ada('GET', `tasks/${task}/verifications`)).body.data[0]).toMatchObject({ state });
    const accepted = await ada('POST', `tasks/${task}/reviews`, { verdict: 'accepted' });
    expect(accepted).toMatchObject({ status: 422, body: { error: { code: 'PROOF_MISSING' } } });
    for (const by of [liar, ada]) {
      await by('POST', `tasks/${task}/transition`, { to: 'in_progress' });
      expect((await by('POST', `tasks/${task}/transition`, { to: 'done' })).status).toBeGreaterThanOrEqual(
        400,
      );
    }
  });

  test('an honest agent gets its task done by a review alone', async () => {
    const { ada, task, repo, submit, verified } = await begun(world);
    await submit(repo.commit(HONEST));
    expect(await verified()).toMatchObject({ state: 'passed', report: { exitCode: 0, output: 'right\n' } });
    expect((await ada('POST', `tasks/${task}/reviews`, { verdict: 'accepted' })).status).toBe(201);
    expect((await ada('GET', `tasks/${task}`)).body.status).toBe('done');
  });
  return (made) => {
    world = made;
  };
}

describe('on SQLite', () => {
  const use = describeTricks();
  beforeAll(async () => {
    const dataDir = temporaryFolder();
    const { key } = await newWorkspace(dataDir);
    use(await worldAt((await serve(dataDir, { TANDEM_RATE_LIMIT: '0' })).url, key));
    keepWhatRuns();
  });
});

onDurablePostgres('on PostgreSQL', ({ newDatabase }) => {
  const use = describeTricks();
  beforeAll(async () => {
    const dataDir = temporaryFolder();
    const settings = { TANDEM_DATABASE_URL: await newDatabase(), TANDEM_RATE_LIMIT: '0' };
    const create = ['workspace', 'create', '--name', 'Acme', '--admin', 'ada', '--json'];
    const { stdout } = await tandem(create, { ...settings, TANDEM_DATA_DIR: dataDir });
    use(await worldAt((await serve(dataDir, settings)).url, JSON.parse(stdout).key.secret));
    keepWhatRuns();
  });
});
