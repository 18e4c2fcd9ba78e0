import { readFileSync } from 'node:fs';
import { connect, work } from '@tandem/cli';
import type { KeyKind, Scope } from '@tandem/core';
import { agentScript } from '../../installation.ts';
import { type Log, loggable } from '../../log/log.ts';
import { keyFileIn } from '../folder.ts';
import { HOST } from '../story/team.ts';
import { keepAlive } from './routine.ts';

interface KeyOfDemo {
  /** The name of the key and of its file. */
  readonly name: string;
  /** The member that the key belongs to. */
  readonly speaksFor: string;
  readonly kind: KeyKind;
  readonly scopes: readonly Scope[];
}

const OF_AN_AGENT: readonly Scope[] = ['agents:read', 'agents:write', 'tasks:read', 'tasks:write'];

/** The agents that work while the demo runs. */
export const AT_WORK = ['wren', 'otter'] as const;
/** The member whose key creates the agents' routine tasks. */
export const TIMETABLE = 'timetable';

/** All members whose keys are used while the demo runs. */
export const WORKERS: readonly KeyOfDemo[] = [
  ...AT_WORK.map((name) => ({ name, speaksFor: name, kind: 'agent' as const, scopes: OF_AN_AGENT })),
  { name: TIMETABLE, speaksFor: HOST.name, kind: 'service', scopes: ['tasks:read', 'tasks:write'] },
];

/** The lease time in seconds: how long a task whose agent process died waits for the next one. */
const LEASE_SECONDS = 120;

/**
 * Starts two agents, each a worker (`tandem agent run`) whose command is a small program, and creates routine tasks for
 * them. The returned function stops them and releases their tasks.
 */
export function startWorkers(url: string, dataDir: string, log: Log): () => Promise<void> {
  const stop = new AbortController();
  const running = [
    ...AT_WORK.map((agent) => run(agent, url, dataDir, log, stop.signal)),
    keepAlive(url, (name) => keyIn(dataDir, name), stop.signal),
  ].map((each) =>
    each.catch((error: unknown) => {
      if (!stop.signal.aborted) log.error({ error: loggable(error) }, 'agent of the demo stopped');
    }),
  );
  return async () => {
    stop.abort();
    await Promise.all(running);
  };
}

async function run(agent: string, url: string, dataDir: string, log: Log, stop: AbortSignal): Promise<void> {
  const client = await connect(url, keyIn(dataDir, agent), agent, { signal: stop });
  const words = [process.execPath, agentScript(), url, keyFileIn(dataDir, agent)];
  await work(
    {
      client,
      command: words.map(quoted).join(' '),
      kinds: client.kinds,
      // One more slot than tasks that it may hold, so that chats need not wait for a task.
      parallel: 2,
      leaseSeconds: LEASE_SECONDS,
      say: (line) => log.info({ agent }, line),
    },
    stop,
  );
}

const keyIn = (dataDir: string, name: string): string =>
  readFileSync(keyFileIn(dataDir, name), 'utf8').trim();

/** A word quoted for a shell. */
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
