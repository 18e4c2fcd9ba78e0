// An agent that speaks the Agent Client Protocol without its SDK. The first word of the task's title says what it does.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const { DID = '/dev/null', NO_HTTP, MODES, TANDEM_KEY } = process.env;
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const did = (line) => appendFileSync(DID, `${line}\n`);
const waiting = new Map();
let session;
/** The current mode. */
let mode = MODES?.split(',')[0];
let canceled = () => undefined;
let nextId = 1;

const update = (update) => send({ method: 'session/update', params: { sessionId: 's1', update } });
const say = (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
const call = (toolCallId, kind, title) =>
  update({ sessionUpdate: 'tool_call', toolCallId, kind, title, status: 'pending', rawInput: { title } });
const git = (...args) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim();

function ask(toolCallId) {
  const id = nextId++;
  const options = [
    { optionId: 'yes', kind: 'allow_once', name: 'Yes' },
    { optionId: 'no', kind: 'reject_once', name: 'No' },
  ];
  send({
    id,
    method: 'session/request_permission',
    params: { sessionId: 's1', toolCall: { toolCallId }, options },
  });
  return new Promise((resolve) => waiting.set(id, resolve));
}

/** Commits a file, and pushes the branch if there is a remote. */
function commit(name) {
  writeFileSync(name, 'by the agent\n');
  git('add', '.');
  git('-c', 'user.name=agent', '-c', 'user.email=agent@example.com', 'commit', '-qm', `Add ${name}`);
  if (git('remote')) git('push', '-q', 'origin', 'HEAD');
}

/** Connects to the tools that the session offers. */
async function connectTools() {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const [{ type, url, headers, command, args, env }] = session.mcpServers;
  const byName = (list) => Object.fromEntries(list.map(({ name, value }) => [name, value]));
  const client = new Client({ name: 'scripted', version: '1' });
  await client.connect(
    type === 'http'
      ? new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: byName(headers) } })
      : new StdioClientTransport({ command, args, env: { ...process.env, ...byName(env) } }),
  );
  return client;
}

const ACTS = {
  tools: async (prompt) => {
    const task = Number(/^Work on task (\d+)/.exec(prompt)[1]);
    const client = await connectTools();
    const use = async (name, args) => {
      const { isError, content } = await client.callTool({ name, arguments: args });
      did(`${name} ${isError ? content[0].text : 'ok'}`);
    };
    const { tools } = await client.listTools();
    did(`tools ${tools.map(({ name }) => name).join()}`);
    commit('work.txt');
    await use('get_context', {});
    await use('heartbeat', { task, note: 'Nearly done' });
    const [, repository, branch] = /repository (\S+), the branch (\S+) and/.exec(prompt) ?? [];
    const artifact = repository && { artifact: { repository, branch, commit: git('rev-parse', 'HEAD') } };
    await use('submit_work', { task, outcome: 'succeeded', summary: 'By the tool.', ...artifact });
    await client.close();
    say('I handed it in.');
  },
  commit: async () => {
    update({
      sessionUpdate: 'plan',
      entries: [
        { content: 'Write the file', priority: 'high', status: 'completed' },
        { content: 'Tell about it', priority: 'low', status: 'in_progress' },
      ],
    });
    say('I begin.');
    call('c1', 'edit', 'Write work.txt');
    commit('work.txt');
    update({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c1',
      status: 'completed',
      rawOutput: 'written',
    });
    say('The file is ');
    say('committed.');
  },
  resume: async () => {
    if (!existsSync('half.txt')) {
      writeFileSync('half.txt', 'half\n');
      did('half');
      await new Promise(() => undefined);
    }
    say('I found half of it.');
  },
  silent: () => new Promise(() => undefined),
  hang: () =>
    new Promise((resolve) => {
      canceled = () => {
        did('canceled');
        resolve('cancelled');
      };
      did('begun');
    }),
  stubborn: () => {
    process.on('SIGTERM', () => did('SIGTERM'));
    setInterval(() => undefined, 1_000);
    canceled = () => did('canceled');
    did('begun');
    return new Promise(() => undefined);
  },
  flood: async () => {
    const text = 'x'.repeat(10_000);
    for (let n = 0; n < 3_000; n++) {
      say(text);
      if (n % 100 === 0) await pause(0);
    }
    say('enough');
  },
  // Dies at its first attempt, in every third folder.
  mortal: async () => {
    say('I live.');
    const name = process.cwd().split('/').at(-1);
    const died = `${DID}-${name}`;
    if (Number(/\d+$/.exec(name)?.[0] ?? 0) % 3 === 0 && !existsSync(died)) {
      writeFileSync(died, '');
      writeFileSync('half.txt', 'half\n');
      process.kill(process.pid, 'SIGKILL');
      await new Promise(() => undefined);
    }
    await pause(Math.random() * 500);
    commit('work.txt');
    say('Done.');
  },
  die: async () => {
    say('I die.');
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => undefined);
  },
  leak: async () => {
    say(`My key is ${session.mcpServers[0].headers[0].value}.`);
    await pause(200);
    process.exit(3);
  },
  fail: async () => {
    process.stderr.write('no model here\n');
    process.exit(3);
  },
  quota: async () => {
    process.stderr.write(`You've hit your usage limit. Try again in 2 hours 30 minutes.\n`);
    process.exit(1);
  },
  garble: async () => {
    process.stdout.write('{"jsonrpc":"2.0", oops\nnot json at all\n[1,2]\n');
    send({ id: 999, result: {} });
    send({ method: 'session/update', params: { sessionId: 's1', update: { sessionUpdate: 'nonsense' } } });
    send({ method: 'no/such/method', params: 7 });
    say('Despite all that.');
  },
  look: async () => {
    did(`mode ${mode}`);
    did(`key of the run: ${session.mcpServers[0].headers[0].value === `Bearer ${TANDEM_KEY}`}`);
    say('I looked.');
  },
  // As an adapter that exits before the program that it drives has sent its metrics.
  adapt: async () => {
    spawn('/bin/sh', ['-c', `trap '' TERM; read -r go; sleep 1; echo measured >> "$DID"`]);
    process.stdin.once('end', () => process.exit());
    say('I adapted.');
  },
  may: async () => {
    for (const kind of ['read', 'edit', 'execute']) {
      call(kind, kind, `Use ${kind}`);
      const { outcome } = await ask(kind);
      did(`${kind} ${outcome.optionId ?? outcome.outcome}`);
    }
    say('I asked.');
  },
};

const wordOf = (prompt) => /what="title">\n(\w+)/.exec(prompt)?.[1] ?? 'commit';

const METHODS = {
  initialize: () => ({
    protocolVersion: 1,
    agentCapabilities: { mcpCapabilities: { http: !NO_HTTP } },
    agentInfo: { name: 'scripted', version: '1' },
  }),
  'session/new': (params) => {
    session = params;
    did(
      `session ${session.cwd} ${session.mcpServers.map(({ name, type }) => `${name}:${type ?? 'stdio'}`).join()}`,
    );
    const availableModes = MODES?.split(',').map((id) => ({ id, name: id }));
    return { sessionId: 's1', ...(MODES && { modes: { currentModeId: mode, availableModes } }) };
  },
  'session/set_mode': ({ modeId }) => {
    mode = modeId;
    return {};
  },
  'session/prompt': async ({ prompt }) => {
    const [{ text }] = prompt;
    const act = ACTS[wordOf(text.toLowerCase())] ?? ACTS.commit;
    return { stopReason: (await act(text)) ?? 'end_turn' };
  },
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === 'session/cancel') return canceled();
  if (method === undefined) return waiting.get(id)?.(result);
  send({ id, result: await METHODS[method](params) });
});
