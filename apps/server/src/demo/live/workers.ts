import { readFileSync } from 'node:fs';
import { connect, work } from '@tandem/cli';
import type { KeyKind, Scope } from '@tandem/core';
import { agentScript } from '../../agent-script.ts';
import { type Log, loggable } from '../../log.ts';
import { keyFileIn } from '../folder.ts';
import { HOST } from '../story/team.ts';
import { keepAlive } from './routine.ts';

interface KeyOfDemo {
  /** Of the key, and of its file. */
  readonly name: string;
  /** The member that the key is made for. */
  readonly speaksFor: string;
  readonly kind: KeyKind;
  readonly scopes: readonly Scope[];
}

const OF_AN_AGENT: readonly Scope[] = ['agents:read', 'agents:write', 'tasks:read', 'tasks:write'];

/** The agents that work while the demo runs. */
export const AT_WORK = ['wren', 'otter'] as const;
/** Whose key makes the routine tasks of the agents. */
export const TIMETABLE = 'timetable';

/** Who comes with a key while the demo runs. */
export const WORKERS: readonly KeyOfDemo[] = [
  ...AT_WORK.map((name) => ({ name, speaksFor: name, kind: 'agent' as const, scopes: OF_AN_AGENT })),
  { name: TIMETABLE, speaksFor: HOST.name, kind: 'service', scopes: ['tasks:read', 'tasks:write'] },
];

/** How long a task of an agent whose process has died waits for the next one, in seconds. */
const LEASE_SECONDS = 120;

/**
 * Lets two agents work: each is a worker (`tandem agent run`) whose command is a small program, and gets a routine task
 * now and then. The returned function ends them; what they hold goes back.
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
      // One hand more than it may hold tasks: a person who writes is not to wait for one of them.
      parallel: 2,
      leaseSeconds: LEASE_SECONDS,
      say: (line) => log.info({ agent }, line),
    },
    stop,
  );
}

const keyIn = (dataDir: string, name: string): string =>
  readFileSync(keyFileIn(dataDir, name), 'utf8').trim();

/** A word as a shell takes it. */
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
