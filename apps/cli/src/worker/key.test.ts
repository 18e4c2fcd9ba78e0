import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needing } from '@tandem/core/testing/programs';
import {
  CLI,
  cleanUp,
  type Office,
  office,
  type Running,
  start,
  stopped,
  temporaryFolder,
} from '@tandem/server/testing';

afterEach(cleanUp);

const whereProcIs = needing('/proc', existsSync('/proc/self/environ')).test;

/**
 * Looks for a key in its own environment, and in the environment, arguments and standard input of all its ancestors as
 * shown by the kernel, and prints how many of them have it.
 */
const THIEF = `
  seen=$(env | grep -c 'td[m]_')
  if [ -p /proc/$PPID/fd/0 ]; then seen=$((seen + $(timeout 1 cat /proc/$PPID/fd/0 | grep -c 'td[m]_'))); fi
  pid=$$
  while [ "$pid" -gt 0 ]; do
    if [ -f /proc/$pid/fd/0 ]; then seen=$((seen + $(grep -c 'td[m]_' /proc/$pid/fd/0))); fi
    seen=$((seen + $(cat /proc/$pid/environ /proc/$pid/cmdline | tr '\\0' '\\n' | grep -c 'td[m]_[0-9A-Z]')))
    pid=$(sed 's/.*) . //; s/ .*//' /proc/$pid/stat)
  done
  echo "$seen keys, $TANDEM_URL"`;

/** Starts a worker with a shell script in which "$@" is the worker, and sends it a message. */
async function asked(world: Office, script: string, env: Record<string, string>, options: string[] = []) {
  const run = [process.execPath, CLI, 'agent', 'run', '--agent', 'scribe', '--exec', THIEF, ...options];
  const settings = { TANDEM_URL: world.server.url, ...env };
  const worker: Running = start('sh', ['-c', script, 'sh', ...run], settings);
  await worker.says('stderr', /^Answering for scribe at /m);
  const { body: sent } = await world.ada('POST', 'chats', { agentId: world.agent.id, body: 'Well?' });
  const turn = `chats/${sent.thread.id}/turns/${sent.turn.id}`;
  const { body } = await world.ada('GET', `${turn}?wait=25`);
  return { answer: body.reply?.body as string, worker };
}

const nothing = ({ server }: Office): string => `0 keys, ${server.url}`;

describe('the command of a worker finds no key in its environment or in what the kernel shows of the worker', () => {
  whereProcIs('when the key came from a file', async () => {
    const world = await office();
    const file = join(temporaryFolder(), 'key');
    writeFileSync(file, `${world.agent.key}\n`, { mode: 0o600 });
    const byOption = await asked(world, 'exec "$@"', {}, ['--key-file', file]);
    expect(byOption.answer).toBe(nothing(world));
    await stopped(byOption.worker);
    const bySetting = await asked(world, 'exec "$@"', { TANDEM_KEY_FILE: file });
    expect(bySetting.answer).toBe(nothing(world));
    // It is read only once, so it can be deleted afterwards.
    rmSync(file);
    expect((await stopped(bySetting.worker)).stderr).not.toContain('environment');
  });

  whereProcIs('when the key came by standard input', async () => {
    const world = await office();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'key'), world.agent.key);
    const piped = `cd '${folder}' && mkfifo pipe && { cat key > pipe & } && exec "$@" < pipe`;
    const { answer } = await asked(world, piped, {}, ['--key-file', '-']);
    expect(answer).toBe(nothing(world));
  });

  whereProcIs('when the key came in the environment, as it used to', async () => {
    const world = await office();
    const { answer, worker } = await asked(world, 'exec "$@"', { TANDEM_KEY: world.agent.key });
    expect(answer).toBe(nothing(world));
    const { code, stderr } = await stopped(worker);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Answering for scribe/)]);
  });
});

whereProcIs('warns about a key in the environment of the process that started the worker', async () => {
  const world = await office();
  const env = { TANDEM_KEY: world.agent.key };
  const script = '"$@" & trap "kill $!" TERM; wait; wait';
  const { answer, worker } = await asked(world, script, env);
  expect(answer).not.toBe(nothing(world));
  worker.signal('SIGTERM');
  expect((await worker.ended).stderr.split('\n')[0]).toBe(
    `The command can read the key in the environment of the process that started this one (sh, ${worker.pid}). Use --key-file instead of TANDEM_KEY.`,
  );
});

describe('the worker reports a missing key on one line', () => {
  const refusal = async (script: string, env: Record<string, string>, ...options: string[]) => {
    const run = [process.execPath, CLI, 'agent', 'run', '--agent', 'scribe', '--exec', 'true', ...options];
    const { code, stdout, stderr } = await start('sh', ['-c', script, 'sh', ...run], env).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    return stderr;
  };

  test('the worker reports a key file that is missing or contains no key', async () => {
    const file = join(temporaryFolder(), 'key');
    expect(await refusal('exec "$@"', {}, '--key-file', file)).toBe(
      `The key file ${file} cannot be read (ENOENT). Set --key-file to a file that contains only the key.\n`,
    );
    writeFileSync(file, 'two words\n');
    expect(await refusal('exec "$@"', { TANDEM_KEY_FILE: file })).toBe(
      `There is no key in ${file}. It must contain the agent's own key, or a runtime key, and nothing else.\n`,
    );
  });

  test('the worker reports standard input without a key', async () => {
    expect(await refusal('exec "$@" < /dev/null', {}, '--key-file', '-')).toBe(
      "There is no key in standard input. It must contain the agent's own key, or a runtime key, and nothing else.\n",
    );
  });

  test('the worker refuses a key from a file on standard input, which /proc would expose while the worker runs', async () => {
    const key = () => {
      const file = join(temporaryFolder(), 'key');
      writeFileSync(file, `tdm_${'x'.repeat(40)}`);
      return file;
    };
    const message =
      'The key comes from a file that stays open, and so can be read in /proc as long as the worker runs. Send it by a pipe (cat FILE | tandem agent run --key-file - ...), or name the file: --key-file FILE.\n';
    const file = key();
    expect(await refusal(`exec "$@" < '${file}'`, {}, '--key-file', '-')).toBe(message);
    expect(await refusal(`exec "$@" < '${file}'`, { TANDEM_KEY_FILE: '/dev/stdin' })).toBe(message);
    expect(await refusal(`exec 3< '${file}'; exec "$@" < /dev/null`, {}, '--key-file', '/dev/fd/3')).toBe(
      message,
    );
    expect(await refusal(`exec < '${file}'; rm '${file}'; exec "$@"`, {}, '--key-file', '-')).toBe(message);
  });

  test('the worker reports that no key was given', async () => {
    expect(await refusal('exec "$@"', {})).toBe(
      "There is no key. Set --key-file, or TANDEM_KEY_FILE, to a file that contains the agent's own key, or a runtime key.\n",
    );
  });
});
