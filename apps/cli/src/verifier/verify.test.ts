import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '@tandem/server/testing';
import { newRepository, type Repository } from '../../testing/git.ts';
import {
  artifactOf,
  CHECK,
  found,
  HONEST,
  project,
  verifyFrom,
  verifyIn,
} from '../../testing/verification.ts';
import { clones } from './source.ts';

afterEach(cleanUp);

const hidden = (): AbortSignal => new AbortController().signal;

test('runs the command in a checkout of the commit, and keeps length, digest and exit code', async () => {
  const repo = project();
  const commit = repo.commit(HONEST);
  expect(await found(repo, commit)).toEqual({
    outcome: 'passed',
    exitCode: 0,
    output: 'right\n',
    outputLength: 6,
    outputDigest: createHash('sha256').update('right\n').digest('hex'),
    durationMs: expect.any(Number),
    environment: { system: expect.any(String), sandbox: 'none', base: repo.git('rev-parse', 'main') },
  });
  expect(await found(repo, repo.git('rev-parse', 'main'))).toMatchObject({ outcome: 'failed', exitCode: 1 });
});

/** Attributes that git obeys here, if it ever did; the content of the commit stays. */
const attributes = (text: string) => (repo: Repository) => {
  repo.commit(HONEST);
  writeFileSync(join(repo.folder, '.gitattributes'), text);
  repo.git('add', '.gitattributes');
  repo.git('commit', '-qm', 'x');
  for (const kind of ['smudge', 'clean', 'process'])
    repo.git('config', `filter.evil.${kind}`, `touch ${join(repo.folder, 'ran')}; cat`);
  return repo.git('rev-parse', 'HEAD');
};

/** A commit whose tree has an entry that git itself would not write. */
const forged =
  (mode: string, name: string | Buffer, content: string | null = 'x\n') =>
  (repo: Repository) => {
    repo.commit(HONEST);
    const git = (args: string[], input: string | Buffer = '') =>
      execFileSync('git', ['-C', repo.folder, ...args], { input });
    const write = (type: string, input: string | Buffer) =>
      git(['hash-object', '-w', '-t', type, '--literally', '--stdin'], input).toString().trim();
    const id =
      content === null ? write('tree', git(['cat-file', 'tree', 'HEAD^{tree}'])) : write('blob', content);
    const entry = Buffer.concat([
      Buffer.from(`${mode} `),
      Buffer.from(name),
      Buffer.from([0]),
      Buffer.from(id, 'hex'),
    ]);
    const tree = write('tree', Buffer.concat([git(['cat-file', 'tree', 'HEAD^{tree}']), entry]));
    return repo.git('commit-tree', tree, '-p', 'HEAD', '-m', 'x');
  };

// biome-ignore format: a table
/** The trick of an author, the outcome, and part of the output. */
const TRICKS: readonly (readonly [string, (repo: Repository) => string | readonly [string, Parameters<typeof found>[2]], string, string | RegExp])[] = [
  ['a commit that does not exist',          () => 'a'.repeat(40),                                                   'failed',   'has no commit'],
  ['a commit of another repository',        () => newRepository({ ...HONEST, 'test/check.sh': 'true' }).git('rev-parse', 'HEAD'), 'failed', 'has no commit'],
  ['a tree instead of a commit',            (repo) => repo.git('rev-parse', 'HEAD^{tree}'),                         'failed',   'has no commit'],
  ['another repository',                    (repo) => [repo.commit(HONEST), { repository: 'https://evil.example/x' }], 'error', 'does not check'],
  ['an edited test',                        (repo) => repo.commit({ 'test/check.sh': 'true\n' }),                   'tampered', 'test/check.sh'],
  ['an added test',                         (repo) => repo.commit({ ...HONEST, 'test/setup.sh': 'true\n' }),        'tampered', 'test/setup.sh'],
  ['a deleted test',                        (repo) => { repo.git('rm', '-q', 'test/check.sh'); return repo.commit(HONEST); }, 'tampered', 'test/check.sh'],
  ['an executable test',                    (repo) => { repo.git('update-index', '--chmod=+x', 'test/check.sh'); repo.git('commit', '-qm', 'x'); return repo.git('rev-parse', 'HEAD'); }, 'tampered', 'test/check.sh'],
  ['an edited test that is merged in part', (repo) => { repo.commit({ 'test/check.sh': 'true\n' }); const first = repo.git('rev-parse', 'HEAD'); return [repo.commit(HONEST), { base: first }]; }, 'tampered', 'does not contain'],
  ['its own commit as base',                (repo) => { const own = repo.commit({ 'test/check.sh': 'true\n' }); return [own, { base: own }]; }, 'tampered', 'does not contain'],
  ['an older base with a weaker test',      (repo) => { const weak = repo.git('rev-parse', 'main'); repo.git('checkout', '-q', 'main'); repo.commit({ 'test/check.sh': 'exit 1\n' }); repo.git('checkout', '-qb', 'more'); return [repo.commit({ ...HONEST, 'test/check.sh': 'cat app.txt; grep -qx right app.txt\n' }), { base: weak }]; }, 'tampered', 'test/check.sh'],
  ['an edited test pushed to main',         (repo) => { repo.git('checkout', '-q', 'main'); return repo.commit({ 'test/check.sh': 'true\n' }); }, 'tampered', 'test/check.sh'],
  ['a history of its own',                  (repo) => { repo.git('checkout', '-q', '--orphan', 'own'); return repo.commit(HONEST); }, 'tampered', 'no history in common'],
  ['a symlink out of the checkout',         (repo) => { symlinkSync('../../../../etc', join(repo.folder, 'etc')); return repo.commit(HONEST); }, 'tampered', 'etc'],
  ['an absolute symlink',                   (repo) => { symlinkSync('/etc/passwd', join(repo.folder, 'etc')); return repo.commit(HONEST); }, 'tampered', 'etc'],
  ['a test behind a symlink',               (repo) => { repo.git('mv', 'test', 'other'); symlinkSync('other', join(repo.folder, 'test')); return repo.commit(HONEST); }, 'tampered', 'test/check.sh'],
  ['a submodule in place of the tests',     (repo) => { repo.git('rm', '-rq', 'test'); repo.git('update-index', '--add', '--cacheinfo', `160000,${'b'.repeat(40)},test`); repo.git('commit', '-qm', 'x'); return repo.git('rev-parse', 'HEAD'); }, 'tampered', 'test'],
  ['an entry .git',                         forged('40000', '.git', null),                                          'tampered', '.git'],
  ['an entry .GIT',                         forged('100644', '.GIT'),                                               'tampered', '.GIT'],
  ['an entry ..',                           forged('40000', '..', null),                                            'tampered', '..'],
  ['an entry with a slash',                 forged('100644', '../x'),                                               'tampered', '../x'],
  ['a path that is there twice',            forged('100644', 'app.txt'),                                            'tampered', 'app.txt'],
  ['a folder that is also a file',          forged('100644', 'test'),                                               'tampered', 'test'],
  ['a name that is too long',               forged('100644', 'x'.repeat(300)),                                      'tampered', 'xxx'],
  ['a symlink out that is no UTF-8',        forged('120000', Buffer.from([0xff]), '../../x'),                       'tampered', '\ufffdff'],
  ['a symlink inside that is no UTF-8',     forged('120000', Buffer.from([0xff]), 'app.txt'),                       'passed',   'right'],
  ['attributes that change line ends',      attributes('*.sh eol=crlf\n*.txt text working-tree-encoding=UTF-16BE\n'), 'passed',   /^right\n$/],
  ['attributes that run a filter',          attributes('* filter=evil\n'),                                          'passed',   /^right\n$/],
  ['an ignored file',                       (repo) => { writeFileSync(join(repo.folder, 'ignored.txt'), ''); writeFileSync(join(repo.folder, 'left.txt'), ''); repo.git('commit', '-q', '--allow-empty', '-m', 'x'); return [repo.git('rev-parse', 'HEAD'), { check: { command: 'ls -A' } }]; }, 'passed', /^\.git\n\.gitignore\napp.txt\ntest\n$/],
  ['a force-pushed branch',                 (repo) => { const lie = repo.commit(HONEST); repo.git('reset', '-q', '--hard', 'main'); return [lie, { branch: 'work' }]; }, 'passed', 'right'],
];

test.each(TRICKS)('%s', async (_what, act, outcome, output) => {
  const repo = project();
  const made = act(repo);
  const [commit, more] = typeof made === 'string' ? [made, {}] : made;
  const finding = await found(repo, commit, more);
  expect(finding).toMatchObject({
    outcome,
    output: typeof output === 'string' ? expect.stringContaining(output) : expect.stringMatching(output),
  });
  if (outcome === 'tampered' && /\//.test(String(output))) expect(finding.files).toContain(output);
  expect(existsSync(join(repo.folder, 'ran'))).toBe(false);
});

test('hooks, fsmonitor and settings of the repository and the environment run nothing', async () => {
  const repo = project();
  const commit = repo.commit(HONEST);
  const ran = join(repo.folder, 'ran');
  const hook = join(repo.folder, '.git/hooks/post-checkout');
  execFileSync('mkdir', ['-p', join(repo.folder, '.git/hooks')]);
  writeFileSync(hook, `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
  for (const name of [
    'core.fsmonitor',
    'core.sshCommand',
    'uploadpack.packObjectsHook',
    'core.alternateRefsCommand',
    'core.pager',
  ])
    repo.git('config', name, `touch ${ran}`);
  const replaced = jest.replaceProperty(process, 'env', {
    ...process.env,
    GIT_DIR: '/nonexistent',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.hooksPath',
    GIT_CONFIG_VALUE_0: join(repo.folder, '.git/hooks'),
  });
  try {
    expect(await found(repo, commit)).toMatchObject({ outcome: 'passed' });
  } finally {
    replaced.restore();
  }
  expect(existsSync(ran)).toBe(false);
});

test('the command gets PATH, HOME, LANG and the named variables only', async () => {
  const repo = project();
  const commit = repo.commit(HONEST);
  const verify = await verifyIn(repo, { env: { TOKEN: 'given' } });
  const check = { ...CHECK, command: 'env | grep -v ^_= | sort; ls -A "$HOME"' };
  const { output } = await verify(
    { artifact: artifactOf(repo, commit), check },
    { signal: hidden(), show: () => undefined },
  );
  expect(output).toMatch(
    /^HOME=\/.*\/home\nLANG=C.UTF-8\n(OLDPWD=.*\n)?PATH=.*\nPWD=.*\/checkout\n(SHLVL=.*\n)?TOKEN=given\n$/,
  );
});

test('a flood is hashed in full, and its end is kept', async () => {
  const repo = project();
  const commit = repo.commit(HONEST);
  const command = 'yes | head -c 3000000; echo; echo end';
  const finding = await found(repo, commit, { check: { command } });
  expect(finding).toMatchObject({ outcome: 'passed', outputLength: 3_000_005 });
  expect(finding.output).toHaveLength(64_000);
  expect(finding.output).toMatch(/\nend\n$/);
  const all = execFileSync('sh', ['-c', command], { maxBuffer: 4_000_000 });
  expect(finding.outputDigest).toBe(createHash('sha256').update(all).digest('hex'));
});

test('a command that outlives its time is killed with children in sessions of their own', async () => {
  const repo = project();
  const commit = repo.commit(HONEST);
  const pids = join(temporaryFolder(), 'pids');
  const command = `setsid sh -c 'trap "" TERM; echo $$ >> ${pids}; sleep 600' & (trap '' TERM HUP; sh -c 'echo $$ >> ${pids}; sleep 600') & sleep 600`;
  expect(await found(repo, commit, { check: { command, timeoutSeconds: 1 } })).toMatchObject({
    outcome: 'failed',
    exitCode: null,
    output: expect.stringContaining('Killed after 1 seconds'),
  });
  const left = readFileSync(pids, 'utf8')
    .trim()
    .split('\n')
    .filter(
      (pid) =>
        existsSync(`/proc/${pid}/environ`) && readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2] !== 'Z',
    );
  expect(left).toEqual([]);
});

test('what a command leaves running does not outlive it, nor hold up the report', async () => {
  const repo = project();
  const commit = repo.commit(HONEST);
  const command = 'sleep 600 & echo done';
  expect(await found(repo, commit, { check: { command } })).toMatchObject({
    outcome: 'passed',
    output: 'done\n',
  });
});

test('fetches allowed repositories only, and reports those that are away as an error', async () => {
  const repo = project();
  const commit = repo.commit(HONEST);
  const { repository } = artifactOf(repo, commit);
  repo.git('checkout', '-q', 'main');
  const verify = verifyFrom(clones([repository, 'file:///nowhere/']));
  const options = { signal: hidden(), show: () => undefined };
  const at = (address: string) =>
    verify({ artifact: artifactOf(repo, commit, { repository: address }), check: CHECK }, options);
  expect(await at(repository)).toMatchObject({ outcome: 'passed' });
  expect(await at('file:///nowhere/x')).toMatchObject({
    outcome: 'error',
    output: expect.stringContaining("can't be reached"),
  });
  expect(await at(`${repository}-evil`)).toMatchObject({
    outcome: 'error',
    output: expect.stringContaining('does not check'),
  });
});

test('an abort ends the command, and leaves no folder', async () => {
  const repo = project();
  const commit = repo.commit(HONEST);
  const verify = await verifyIn(repo);
  const stop = new AbortController();
  const check = { ...CHECK, command: 'pwd; sleep 600' };
  let shown = '';
  const doing = verify(
    { artifact: artifactOf(repo, commit), check },
    {
      signal: stop.signal,
      show: (output) => {
        shown = output.trim();
        stop.abort(new Error('enough'));
      },
    },
  );
  await doing.catch(() => undefined);
  expect(shown).toMatch(/\/checkout$/);
  expect(existsSync(shown)).toBe(false);
});
