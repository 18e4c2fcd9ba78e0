import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Answered,
  type Briefing,
  type Call,
  createClient,
  type Tandem,
  TandemError,
} from '@tandem/client';
import { now, write } from './ledger.ts';

/** The work of one process's claimers until they are killed or told to stop. */
export interface Order {
  readonly url: string;
  readonly ledger: string;
  readonly agents: readonly { readonly id: string; readonly key: string }[];
  /** Whether some attempts fail, after which the task is not offered for a while. */
  readonly failing: boolean;
}

/** The outcome of a request: its response, or its refusal. */
interface Reply<Data> {
  readonly status: number;
  readonly code: string | null;
  readonly data: Data | null;
  readonly error: TandemError | null;
  readonly started: number;
  readonly ended: number;
}

let stopping = false;

/**
 * Retries until there is a response, through failures of server and network; also returns when the last attempt was
 * sent.
 */
async function ask<Data>(
  { url }: Order,
  key: string,
  act: (tandem: Tandem) => Promise<Answered<Data>>,
): Promise<Reply<Data>> {
  const began = now();
  let started = began;
  const timed: typeof fetch = (input, init) => {
    started = now();
    return fetch(input, init);
  };
  const tandem = createClient({ url, key, fetch: timed, tries: Infinity, retryMs: Infinity });
  try {
    const { status, data, replayed } = await act(tandem);
    // A replay reports an earlier try, whose response was lost with the server.
    return { status, code: null, data, error: null, started: replayed ? began : started, ended: now() };
  } catch (error) {
    if (!(error instanceof TandemError)) throw error;
    const { status, code } = error;
    return { status, code, data: null, error, started, ended: now() };
  }
}

/** The next task, or one that this agent still holds from before a crash; `null` if there is none. */
async function next(order: Order, { key }: Order['agents'][number]): Promise<Reply<Briefing | null> | null> {
  const reply = await ask(order, key, (tandem) =>
    tandem.claims.next({ leaseSeconds: 30, wait: 1 }).withResponse(),
  );
  if (reply.data) return reply;
  const [held] = (reply.error?.details.claims ?? []) as { taskNumber: number }[];
  if (!held) return null;
  const again = await ask(order, key, (tandem) =>
    tandem.claims.claim(held.taskNumber, { leaseSeconds: 30, takeOver: true }).withResponse(),
  );
  return again.data ? again : null;
}

async function work(order: Order, agent: Order['agents'][number]): Promise<void> {
  const given = await next(order, agent);
  if (!given?.data) return;
  const { task, lease } = given.data;
  const { started, ended } = given;
  const { taskNumber } = task;
  const { token } = lease;
  const at = { task: taskNumber, token };
  const attempt = task.claim?.attempt ?? 0;
  write(order.ledger, { kind: 'claimed', agent: agent.id, ...at, attempt, started, ended });

  const act = async (
    kind: 'heartbeat' | 'result' | 'release' | 'change',
    what: (tandem: Tandem) => Call<unknown>,
    summary: string | null = null,
  ): Promise<void> => {
    const { status, code, started, ended } = await ask(order, agent.key, (tandem) =>
      what(tandem).withResponse(),
    );
    write(order.ledger, { kind, ...at, status, code, summary, started, ended });
  };
  const beat = () =>
    act('heartbeat', ({ claims }) => claims.heartbeat(taskNumber, { token, progress: { percent: 50 } }));

  await pause(Math.random() * 30);
  await beat();
  await pause(Math.random() * 30);
  const luck = Math.random();
  if (luck < 0.1) await act('release', ({ claims }) => claims.release(taskNumber, { token }));
  else {
    const outcome = order.failing && luck < 0.15 ? 'failed' : 'succeeded';
    const summary = `${outcome} ${randomUUID()}`;
    const criterionId = task.criteria[0]?.id;
    write(order.ledger, { kind: 'posting', agent: agent.id, ...at, summary });
    const evidence = [{ criterionId, command: 'true', exitCode: 0 }];
    await act(
      'result',
      ({ results }) => results.post(taskNumber, { token, outcome, summary, evidence }),
      summary,
    );
  }
  // Nothing may be written under a token whose claim has ended.
  if (Math.random() < 0.3) {
    const description = `late ${token}`;
    await act('change', ({ tasks }) => tasks.update(taskNumber, { description }, { claim: token }));
  }
  if (Math.random() < 0.3) await beat();
}

process.on('message', (order: Order | 'stop') => {
  if (order === 'stop') {
    stopping = true;
    return;
  }
  const claimer = async (agent: Order['agents'][number]) => {
    while (!stopping) await work(order, agent);
  };
  void Promise.all(order.agents.map(claimer)).then(() => process.exit(0));
});
