import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { needingPrograms } from '@tandem/core/testing/programs';
import { cleanUp, temporaryFolder } from '@tandem/server/testing';
import { artifactOf, CHECK, HONEST, project, verifyIn } from '../../testing/verification.ts';
import { bubblewrap } from './sandbox.ts';

afterEach(cleanUp);

const { test: inBubblewrap } = needingPrograms('bwrap');

/** The outcome and the output of a command in bubblewrap. */
async function confined(
  command: string,
  { timeoutSeconds = 30, sandbox = bubblewrap({ hide: [], read: [] }) } = {},
) {
  const repo = project();
  const verify = await verifyIn(repo, { sandbox, sandboxName: 'bwrap', env: { TOKEN: 'given' } });
  const { outcome, exitCode, output } = await verify(
    { artifact: artifactOf(repo, repo.commit(HONEST)), check: { ...CHECK, command, timeoutSeconds } },
    { signal: new AbortController().signal, show: () => undefined },
  );
  return { outcome, exitCode, output };
}

const ran = { outcome: 'passed', exitCode: 0 };

inBubblewrap('runs a check, and git, in the checkout', async () => {
  const command =
    'sh test/check.sh && git log --format=%s && git status --porcelain && echo "$TOKEN" > built && cat built';
  expect(await confined(command)).toEqual({ ...ran, output: 'right\nChange\ngiven\n' });
});

inBubblewrap('a command writes nothing outside of its checkout and its own home', async () => {
  const outside = join(temporaryFolder(), 'made');
  const places = [
    outside,
    join(homedir(), 'made-by-a-check'),
    '/etc/made-by-a-check',
    '/usr/made-by-a-check',
  ];
  const command = `${places.map((place) => `touch ${place} 2> /dev/null`).join('; ')}; touch "$HOME/own" && echo done`;
  expect(await confined(command)).toEqual({ ...ran, output: 'done\n' });
  expect(places.filter(existsSync)).toEqual([]);
});

inBubblewrap('a command has no network but its own loopback', async () => {
  const command = `node -e 'console.log(Object.keys(require("os").networkInterfaces()).join())'`;
  expect(await confined(`PATH=${join(process.execPath, '..')}:$PATH ${command}`)).toEqual({
    ...ran,
    output: 'lo\n',
  });
});

inBubblewrap('a command sees no other process, and no key file', async () => {
  const key = join(temporaryFolder(), 'key');
  writeFileSync(key, 'tdm_secret');
  // A file outside of all hidden folders stands for a key there.
  const hide = [key, '/etc/passwd'];
  const command = `cat ${hide.join(' ')} 2> /dev/null; grep -l tdm_ /proc/[0-9]*/environ 2> /dev/null; ls -d /proc/[0-9]* | wc -l`;
  const { output } = await confined(`${command} | tr -d ' '`, {
    sandbox: bubblewrap({ hide, read: [] }),
  });
  expect(output).not.toMatch(/tdm_secret|root/);
  expect(Number(output)).toBeLessThan(10);
});

inBubblewrap('processes in sessions of their own end with the command', async () => {
  const mark = `${process.pid}.${Date.now() % 1_000_000}`;
  const command = `setsid sleep ${mark} & setsid -f sleep ${mark}; sleep 600`;
  expect(await confined(command, { timeoutSeconds: 1 })).toMatchObject({ outcome: 'failed', exitCode: null });
  expect(sleeping(mark)).toEqual([]);
});

const sleeping = (mark: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  });

inBubblewrap('a command that bubblewrap cannot start is no failed check', async () => {
  const read = temporaryFolder();
  const sandbox = bubblewrap({ hide: [], read: [read] });
  rmSync(read, { recursive: true });
  expect(await confined('true', { sandbox })).toMatchObject({ outcome: 'error', exitCode: null });
});

inBubblewrap('a command that prints what bubblewrap would print has failed', async () => {
  const command = 'echo "bwrap: Can\'t mount" >&2; exit 1';
  expect(await confined(command)).toMatchObject({ outcome: 'failed', exitCode: 1 });
});

test('says that bubblewrap is missing', () => {
  const { PATH } = process.env;
  process.env.PATH = temporaryFolder();
  try {
    expect(() => bubblewrap({ hide: [], read: [] })).toThrow('Bubblewrap is not installed');
  } finally {
    process.env.PATH = PATH;
  }
});
