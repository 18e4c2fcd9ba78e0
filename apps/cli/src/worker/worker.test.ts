import { spawnSync } from 'node:child_process';
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import {
  cleanUp,
  type Ended,
  keepWhatRuns,
  newKey,
  type Office,
  office,
  type Running,
  serve,
  startTandem,
  stopped,
  temporaryFolder,
  withNewScribe,
} from '@tandem/server/testing';

afterEach(cleanUp);

let shared: Office;
beforeAll(async () => {
  shared = await office();
  keepWhatRuns();
});

/** The office shared by all tests that do not change its server, with a new scribe. */
async function fresh(): Promise<Office> {
  shared = await withNewScribe(shared);
  return shared;
}

/** Starts a worker for scribe. */
const started = (world: Office, command: string, ...options: string[]): Running =>
  startTandem(['agent', 'run', '--agent', 'scribe', '--exec', command, ...options], {
    TANDEM_KEY: world.agent.key,
    TANDEM_URL: world.server.url,
  });

/** Starts a worker for scribe, and resolves when it requests turns. */
async function answering(world: Office, command: string, ...options: string[]): Promise<Running> {
  const worker = started(world, command, ...options);
  await worker.says('stderr', /^Answering for scribe at /);
  return worker;
}

async function ask({ ada, agent }: Pick<Office, 'ada' | 'agent'>, body = 'Are you there?') {
  const { body: sent } = await ada('POST', 'chats', { agentId: agent.id, body });
  const path = `chats/${sent.thread.id}`;
  return {
    chatId: sent.thread.id as string,
    turnId: sent.turn.id as string,
    /** The turn when it has ended, or after 25 seconds. */
    answer: async () => (await ada('GET', `${path}/turns/${sent.turn.id}?wait=25`)).body,
    now: async () => (await ada('GET', `${path}/turns/${sent.turn.id}`)).body,
  };
}

/** A script that replies with the last message of the conversation. */
const ECHO = `node -p 'JSON.parse(fs.readFileSync(0, "utf8")).messages.at(-1).body'`;

/**
 * A command that holds a pipe open, itself and in a child process, until it ends. `started` resolves when it runs, and
 * `gone` when all its processes have ended.
 */
function lasting(before = '') {
  const pipe = join(temporaryFolder(), 'pipe');
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  const opened = createInterface(createReadStream(pipe));
  return {
    command: `${before} exec 3>'${pipe}'; sleep 60 & echo started >&3; wait`,
    started: new Promise<void>((resolve) => opened.once('line', () => resolve())),
    gone: new Promise<void>((resolve) => opened.once('close', () => resolve())),
  };
}

describe('a chat with a running worker', () => {
  test('the output of the command is the reply in the chat', async () => {
    const world = await fresh();
    await answering(world, 'cat > /dev/null; echo "I am."');
    const { answer, chatId, turnId } = await ask(world);
    expect(await answer()).toMatchObject({
      id: turnId,
      status: 'complete',
      state: 'completed',
      errorCode: null,
      reply: { role: 'assistant', body: 'I am.', author: { type: 'agent' } },
    });
    const { body: messages } = await world.ada('GET', `chats/${chatId}/messages`);
    expect(messages.data[0]).toMatchObject({ body: 'I am.', author: { name: 'scribe', type: 'agent' } });
  });

  test('the command gets the turn, the chat, the person and the messages as JSON on standard input', async () => {
    const world = await fresh();
    const seen = join(temporaryFolder(), 'seen.json');
    await answering(world, `cat > '${seen}'; echo Seen`);
    const { answer, chatId, turnId } = await ask(world, 'What do you see?');
    await answer();
    const { body: sent } = await world.ada('POST', `chats/${chatId}/messages`, { body: 'And now?' });
    await world.ada('GET', `chats/${chatId}/turns/${sent.turn.id}?wait=25`);

    const input = JSON.parse(readFileSync(seen, 'utf8'));
    expect(Object.keys(input).toSorted()).toEqual(['chat', 'messages', 'person', 'turn']);
    expect(input).toMatchObject({
      chat: { id: chatId, title: 'What do you see?' },
      person: { name: 'ada' },
      messages: [
        { role: 'human', body: 'What do you see?', turnId },
        { role: 'assistant', body: 'Seen' },
        { role: 'human', body: 'And now?' },
      ],
    });
  });

  test('quotes, line breaks, shell characters and all scripts pass unchanged in both directions', async () => {
    const world = await fresh();
    await answering(world, ECHO);
    const body = `"Grüße", it's 'quoted'\\\n\nline\ttwo $HOME \`ls\` $(id) ; 日本語 العربية 🪶👩‍👧 \u202Eend`;
    expect((await (await ask(world, body)).answer()).reply.body).toBe(body);
  });

  test('three chats that start at once each get their own reply', async () => {
    const world = await fresh();
    await answering(world, ECHO);
    const asked = await Promise.all(['one', 'two', 'three'].map((body) => ask(world, body)));
    const turns = await Promise.all(asked.map(({ answer }) => answer()));
    expect(turns.map(({ reply }) => reply.body)).toEqual(['one', 'two', 'three']);
  });

  test('a worker with a runtime key answers chats too', async () => {
    const world = await fresh();
    const key = await newKey(world.ada, { kind: 'runtime', scopes: ['agents:read', 'agents:write'] });
    await answering({ ...world, agent: { ...world.agent, key } }, 'echo Hosted');
    expect((await (await ask(world)).answer()).reply.body).toBe('Hosted');
  });
});

describe('a command that fails', () => {
  const turnAfter = async (command: string) => {
    const world = await fresh();
    const worker = await answering(world, command);
    return { turn: await (await ask(world)).answer(), worker };
  };

  test('a failing command fails the turn with its exit status and its standard error', async () => {
    const { turn } = await turnAfter('echo half an answer; echo "no model here" >&2; exit 3');
    expect(turn).toMatchObject({
      status: 'failed',
      errorCode: 'exit_status_3',
      errorMessage: 'no model here',
      reply: null,
    });
  });

  test('a command that is killed by a signal or prints nothing fails the turn', async () => {
    expect((await turnAfter('kill -9 $$')).turn).toMatchObject({
      status: 'failed',
      errorCode: 'command_killed',
    });
    expect((await turnAfter('echo; echo')).turn).toMatchObject({
      status: 'failed',
      errorCode: 'empty_answer',
    });
  });

  test('a failing command fails the turn whatever it printed: binary output, or half a character', async () => {
    const feathers = `node -e 'process.stderr.write("x" + "🪶".repeat(1500) + "\\0")'; exit 1`;
    const { turn } = await turnAfter(feathers);
    expect(turn).toMatchObject({ status: 'failed', errorCode: 'exit_status_1' });
    expect(turn.errorMessage).toMatch(/^🪶+$/u);
  });

  test('a reply that is too long fails the turn at once, without another run', async () => {
    const runs = join(temporaryFolder(), 'runs');
    const { turn, worker } = await turnAfter(`echo run >> '${runs}'; node -p '"long ".repeat(100_000)'`);
    expect(turn).toMatchObject({ status: 'failed', errorCode: 'answer_refused' });
    expect(turn.errorMessage).toContain('100000 characters');
    expect(readFileSync(runs, 'utf8')).toBe('run\n');
    await stopped(worker);
  });

  test('a failing command does not keep the worker from the next turn', async () => {
    const world = await fresh();
    await answering(world, `read -r input; case "$input" in *first*) exit 1;; *) echo Yes;; esac`);
    expect((await (await ask(world, 'first')).answer()).status).toBe('failed');
    expect((await (await ask(world, 'second')).answer()).reply.body).toBe('Yes');
  });
});

describe('while the command runs', () => {
  test('a running command keeps its turn beyond the first lease', async () => {
    const world = await fresh();
    const runs = join(temporaryFolder(), 'runs');
    await answering(world, `echo run >> '${runs}'; sleep 7; echo "At last"`, '--lease-seconds', '5');
    expect((await (await ask(world)).answer()).reply.body).toBe('At last');
    expect(readFileSync(runs, 'utf8')).toBe('run\n');
  });

  test('a turn that ends during its command ends the command', async () => {
    const world = await fresh();
    const { command, started, gone } = lasting();
    const worker = await answering(world, command, '--lease-seconds', '5');
    const { chatId, now } = await ask(world);
    await started;
    await world.ada('POST', `chats/${chatId}/archive`);
    await gone;
    await worker.says('stderr', /: lost$/m);
    expect((await now()).status).toBe('canceled');
  });

  test('a reply is delivered after the server was unavailable for a while', async () => {
    const world = await office();
    const port = new URL(world.server.url).port;
    const folder = temporaryFolder();
    const { command, started } = lasting();
    const worker = await answering(
      world,
      `(${command}) & until [ -e '${folder}/go' ]; do sleep 0.1; done; echo Late`,
    );
    const { chatId, turnId } = await ask(world);
    await started;
    await stopped(world.server);
    writeFileSync(join(folder, 'go'), '');
    await serve(world.dataDir, { TANDEM_PORT: port });
    const { body: turn } = await world.ada('GET', `chats/${chatId}/turns/${turnId}?wait=25`);
    expect(turn.reply.body).toBe('Late');
    await worker.says('stderr', /: answered$/m);
  });

  test('processes that a command leaves running do not delay its reply', async () => {
    const world = await fresh();
    await answering(world, 'sleep 60 & echo Done');
    const askedAt = performance.now();
    expect((await (await ask(world)).answer()).reply.body).toBe('Done');
    expect(performance.now() - askedAt).toBeLessThan(10_000);
  });
});

describe('a worker that is stopped', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s stops a waiting worker at once, with exit code 0',
    async (signal) => {
      const worker = await answering(await fresh(), 'echo Hello');
      const stoppedAt = performance.now();
      worker.signal(signal);
      expect((await worker.ended).code).toBe(0);
      expect(performance.now() - stoppedAt).toBeLessThan(2_000);
    },
  );

  test('stopping a worker ends its command with the child processes, releases the turn, and exits with 0', async () => {
    const world = await fresh();
    const { command, started, gone } = lasting();
    const worker = await answering(world, command);
    const { now, answer } = await ask(world);
    await started;
    expect(await now()).toMatchObject({ status: 'pending', state: 'running' });
    const { code, stderr } = await stopped(worker);
    await gone;
    expect(code).toBe(0);
    expect(stderr).toMatch(/: released$/m);
    expect(await now()).toMatchObject({ status: 'pending', state: 'queued' });

    await answering(world, 'echo "Taken over"');
    expect((await answer()).reply.body).toBe('Taken over');
  });

  test('stopping a worker ends even a command that ignores the signal', async () => {
    const world = await fresh();
    const { command, started, gone } = lasting(`trap '' TERM;`);
    const worker = await answering(world, command);
    await ask(world);
    await started;
    const { code } = await stopped(worker);
    await gone;
    expect(code).toBe(0);
  });

  test('a second signal stops the worker and its command at once, with exit code 1', async () => {
    const world = await fresh();
    const { command, started, gone } = lasting(`trap '' TERM;`);
    const worker = await answering(world, command);
    await ask(world);
    await started;
    worker.signal('SIGTERM');
    worker.signal('SIGINT');
    expect((await worker.ended).code).toBe(1);
    await gone;
  });
});

// biome-ignore format: a table
test.each<[string, string]>([
  ['a command with a child',                ''],
  ['a command that ignores SIGTERM',        `trap '' TERM HUP INT;`],
  ['a command whose input is already gone', 'exec < /dev/null;'],
])('a worker killed with SIGKILL takes %s with it', async (_, before) => {
  const world = await fresh();
  const { command, started, gone } = lasting(before);
  const worker = await answering(world, command);
  await ask(world);
  await started;
  worker.signal('SIGKILL');
  await worker.ended;
  await gone;
});

test('a command inherits only the standard descriptors and its own name', async () => {
  const world = await fresh();
  await answering(world, 'for fd in 3 4 5 6 7 8 9; do (true >&$fd) 2>/dev/null && echo $fd; done; echo $0');
  expect((await (await ask(world)).answer()).reply.body).toBe('/bin/sh');
});

test('a worker continues after the server restarts', async () => {
  const world = await office();
  const { port } = new URL(world.server.url);
  const worker = await answering(world, ECHO);
  await stopped(world.server);
  await worker.says('stderr', /^cannot claim a turn: Can't reach .* \(ECONN\w+\)\.?; trying again$/m);
  await serve(world.dataDir, { TANDEM_PORT: port });
  expect((await (await ask(world, 'Again?')).answer()).reply.body).toBe('Again?');
  await worker.says('stderr', /^claiming turns again$/m);
});

test('a worker started before its server reports this once, waits for the server, and answers', async () => {
  const world = await office();
  const { port } = new URL(world.server.url);
  await stopped(world.server);
  const worker = started(world, ECHO);
  const waiting = `Can't reach ${world.server.url} (ECONNREFUSED). Waiting for it.\n`;
  await worker.says('stderr', /Waiting for it\./);
  // Longer than until its second try.
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  await serve(world.dataDir, { TANDEM_PORT: port });
  await worker.says('stderr', /^Answering for scribe at /m);
  expect((await (await ask(world, 'Up?')).answer()).reply.body).toBe('Up?');
  const { stderr } = await stopped(worker);
  expect(stderr.startsWith(`${waiting}Answering for scribe at `)).toBe(true);
});

test('a worker that waits for its server exits with 0 when it is stopped', async () => {
  const world = await office();
  await stopped(world.server);
  const worker = started(world, ECHO);
  await worker.says('stderr', /Waiting for it\./);
  expect((await stopped(worker)).code).toBe(0);
});

describe('a worker that cannot work', () => {
  const failed = async (env: Record<string, string>, ...options: string[]): Promise<string> => {
    const { code, stdout, stderr } = await startTandem(
      ['agent', 'run', '--agent', 'scribe', '--exec', 'echo Hello', ...options],
      env,
    ).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).not.toContain('tdm_');
    return stderr;
  };

  test('a worker with a missing, wrong or malformed key exits with 1 and one line that does not contain the key', async () => {
    const { server, adminKey } = await fresh();
    const TANDEM_URL = server.url;
    expect(await failed({ TANDEM_URL })).toContain('TANDEM_KEY');
    expect(await failed({ TANDEM_URL, TANDEM_KEY: 'tdm_…' })).toContain('TANDEM_KEY');
    const wrong = `${adminKey.slice(0, -1)}${adminKey.endsWith('a') ? 'b' : 'a'}`;
    expect(await failed({ TANDEM_URL, TANDEM_KEY: wrong })).toMatch(/key/);
  });

  test('a key file may end with a line break', async () => {
    const world = await fresh();
    await answering({ ...world, agent: { ...world.agent, key: `${world.agent.key}\n` } }, 'echo Hello');
  });

  test("a worker for an unknown agent, or with another agent's key, exits with 1 and the reason on one line", async () => {
    const world = await fresh();
    const TANDEM_URL = world.server.url;
    const runtime = await newKey(world.ada, { kind: 'runtime', scopes: ['agents:read', 'agents:write'] });
    expect(await failed({ TANDEM_URL, TANDEM_KEY: runtime }, '--agent', 'nobody')).toContain(
      'There is no agent nobody',
    );
    expect(await failed({ TANDEM_URL, TANDEM_KEY: world.agent.key }, '--agent', 'nobody')).toContain(
      'The key belongs to the agent scribe',
    );
  });

  test('a worker whose key lacks a scope exits with 1 and names it on one line', async () => {
    const world = await fresh();
    const key = await newKey(world.ada, { kind: 'runtime', scopes: ['agents:write'] });
    expect(await failed({ TANDEM_URL: world.server.url, TANDEM_KEY: key })).toContain('agents:read');
  });

  test('a worker exits with 1 when the server is not Tandem or its address is invalid', async () => {
    const other = createServer((_request, response) => response.end('<html>Hello</html>'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const env = { TANDEM_KEY: 'tdm_0_0' };
    expect(await failed(env, '--url', url)).toContain('did not respond like Tandem');
    await new Promise((resolve) => other.close(resolve));
    expect(await failed(env, '--url', 'localhost:4700')).toContain('http://');
  });

  test('a worker exits with 1 when its key is revoked', async () => {
    const world = await fresh();
    const worker = await answering(world, 'echo Hello');
    await world.ada('DELETE', `keys/${world.agent.key.split('_')[1]}`);
    await ask(world);
    const { code, stderr }: Ended = await worker.ended;
    expect(code).toBe(1);
    expect(stderr).not.toContain('tdm_');
  });
});

test('a lease outside the limits of every server is a usage error, exit code 2', async () => {
  for (const seconds of ['4', '601', '10s', '']) {
    const { code, stderr } = await startTandem(
      ['agent', 'run', '--agent', 'scribe', '--exec', 'true', '--lease-seconds', seconds],
      { TANDEM_KEY: 'tdm_0_0' },
    ).ended;
    expect(code).toBe(2);
    expect(stderr).toContain('from 5 to 600');
  }
});

test('the worker never prints its key, whatever happens', async () => {
  const world = await office();
  const worker = await answering(
    world,
    'read -r input; case "$input" in *fail*) exit 1;; *) echo Yes;; esac',
  );
  await (await ask(world, 'answer')).answer();
  await (await ask(world, 'fail')).answer();
  await stopped(world.server);
  await worker.says('stderr', /cannot claim/);
  const { stdout, stderr } = await stopped(worker);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/: answered\n.*: claimed\n.*: failed: exit_status_1\n/);
  expect(stderr).not.toContain(world.agent.key.slice(0, 8));
});
