import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, work } from '@tandem/cli';
import type { IssuedKind, Scope } from '@tandem/core';
import { keyFileIn } from '../folder.ts';
import { HOST } from '../story/team.ts';
import { keepAlive } from './routine.ts';

interface DemoKey {
  /** The name of the key and of its file. */
  readonly name: string;
  /** The member that the key belongs to. */
  readonly member: string;
  readonly kind: IssuedKind;
  readonly scopes: readonly Scope[];
}

const AGENT_SCOPES: readonly Scope[] = ['agents:read', 'agents:write', 'tasks:read', 'tasks:write'];

/** The agents that work while the demo runs. */
export const AT_WORK = ['wren', 'otter'] as const;

/** The keys of the running agents, and the key that creates their routine tasks. */
export const WORKERS: readonly DemoKey[] = [
  ...AT_WORK.map((name) => ({ name, member: name, kind: 'agent' as const, scopes: AGENT_SCOPES })),
  { name: 'timetable', member: HOST.name, kind: 'service', scopes: ['tasks:read', 'tasks:write'] },
];

/** The lease time in seconds: how long a task whose agent process died waits for the next one. */
const LEASE_SECONDS = 120;

export interface AgentsOptions {
  readonly url: string;
  readonly dataDir: string;
  /** Called with each line that an agent's worker reports. */
  readonly onLine: (agent: string, line: string) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Starts two agents, each a worker (`tandem agent run`) whose command is a small program, and creates routine tasks for
 * them. The returned function stops them and releases their tasks.
 */
export function startAgents(options: AgentsOptions): () => Promise<void> {
  const { url, dataDir, onError } = options;
  const stop = new AbortController();
  const running = [
    ...AT_WORK.map((agent) => run(agent, options, stop.signal)),
    keepAlive(url, (name) => keyIn(dataDir, name), stop.signal),
  ].map((each) =>
    each.catch((error: unknown) => {
      if (!stop.signal.aborted) onError(error);
    }),
  );
  return async () => {
    stop.abort();
    await Promise.all(running);
  };
}

async function run(agent: string, { url, dataDir, onLine }: AgentsOptions, stop: AbortSignal): Promise<void> {
  const client = await connect(url, keyIn(dataDir, agent), agent, { signal: stop });
  // Resolved by name: the server's bundle contains this module, but not the program.
  const program = createRequire(import.meta.url).resolve('@tandem/demo/agent');
  const words = [process.execPath, program, url, keyFileIn(dataDir, agent)];
  await work(
    {
      client,
      command: words.map(quoted).join(' '),
      kinds: client.kinds,
      // One more slot than tasks that it may hold, so that chats need not wait for a task.
      parallel: 2,
      leaseSeconds: LEASE_SECONDS,
      say: (line) => onLine(agent, line),
    },
    stop,
  );
}

const keyIn = (dataDir: string, name: string): string =>
  readFileSync(keyFileIn(dataDir, name), 'utf8').trim();

/** A word quoted for a shell. */
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
