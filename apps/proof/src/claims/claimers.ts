import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { now, write } from './ledger.ts';

/** What the claimers of one process are to do, until they are killed or told to stop. */
export interface Order {
  readonly url: string;
  readonly ledger: string;
  readonly agents: readonly { readonly id: string; readonly key: string }[];
  /** Whether attempts fail now and then: then a task rests for a while. */
  readonly failing: boolean;
}

interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the claimers look into it.
  readonly body: any;
  readonly started: number;
  readonly ended: number;
}

let stopping = false;

/** Asks until there is an answer: a key makes sure that it is done once, whatever becomes of server and network. */
async function ask(
  order: Order,
  key: string,
  method: string,
  path: string,
  body: object,
  claim?: string,
): Promise<Reply> {
  const once = randomUUID();
  for (;;) {
    const started = now();
    try {
      const answer = await fetch(`${order.url}/api/v1/${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': once,
          ...(claim !== undefined && { 'Tandem-Claim': claim }),
        },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (answer.status < 500) {
        return { status: answer.status, body: text === '' ? null : JSON.parse(text), started, ended: now() };
      }
    } catch {
      // The server is away for a moment.
    }
    await pause(50);
  }
}

/** The next task, or one that this agent holds from a life before; null when there is none. */
async function next(order: Order, { key }: Order['agents'][number]): Promise<Reply | null> {
  const reply = await ask(order, key, 'POST', 'tasks/claim', { leaseSeconds: 30, wait: 1 });
  if (reply.status === 200) return reply;
  const [held] = reply.body?.error?.claims ?? [];
  if (!held) return null;
  const again = await ask(order, key, 'POST', `tasks/${held.taskNumber}/claim`, {
    leaseSeconds: 30,
    takeOver: true,
  });
  return again.status === 200 ? again : null;
}

async function work(order: Order, agent: Order['agents'][number]): Promise<void> {
  const given = await next(order, agent);
  if (!given) return;
  const { task, lease } = given.body;
  const { started, ended } = given;
  const at = { task: task.taskNumber as number, token: lease.token as string };
  write(order.ledger, {
    kind: 'claimed',
    agent: agent.id,
    ...at,
    attempt: task.claim.attempt,
    started,
    ended,
  });

  const act = async (
    kind: 'heartbeat' | 'result' | 'release' | 'change',
    method: string,
    path: string,
    body: object,
    summary: string | null = null,
  ): Promise<void> => {
    const { status, body: came, ...timed } = await ask(order, agent.key, method, path, body, at.token);
    write(order.ledger, { kind, ...at, status, code: came?.error?.code ?? null, summary, ...timed });
  };
  const path = `tasks/${at.task}`;
  const beat = () =>
    act('heartbeat', 'POST', `${path}/claim/heartbeat`, { token: at.token, progress: { percent: 50 } });

  await pause(Math.random() * 30);
  await beat();
  await pause(Math.random() * 30);
  const luck = Math.random();
  if (luck < 0.1) await act('release', 'POST', `${path}/claim/release`, { token: at.token });
  else {
    const outcome = order.failing && luck < 0.15 ? 'failed' : 'succeeded';
    const summary = `${outcome} ${randomUUID()}`;
    const [criterion] = task.criteria;
    write(order.ledger, { kind: 'posting', agent: agent.id, ...at, summary });
    const evidence = [{ criterionId: criterion.id, command: 'true', exitCode: 0 }];
    await act('result', 'POST', `${path}/results`, { token: at.token, outcome, summary, evidence }, summary);
  }
  // What is over must not be written to any more.
  if (Math.random() < 0.3) await act('change', 'PATCH', path, { description: `late ${at.token}` });
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
