import { type Connection, openConnection } from '../load/connection.ts';
import { requestsWith } from '../load/requests.ts';
import { answerParent } from '../processes.ts';
import { WAITS_OF_A_KEY } from '../waits/fixture.ts';
import type { ClaimersFixture, Filter } from './fixture.ts';

/** The server at which claimers wait. */
export interface Target extends Omit<ClaimersFixture, 'folder'> {
  readonly port: number;
  readonly claimers: number;
}

/** Milliseconds. */
export interface Woken {
  /** Until the creator of a task has the response, which is sent when the commit is on disk. */
  readonly create: number;
  /** From then until a waiting claimer has the task. */
  readonly claim: number;
}

const WAIT_SECONDS = 25;
/** Fewer than a server's backlog, beyond which the system drops connections and tries again later. */
const AT_ONCE = 100;

let target: Target;
/** Hears of the claim that is answered next: which task, when. */
let onClaimed: (taskNumber: number, at: number) => void = () => undefined;
let fail: (error: Error) => void = () => undefined;

const handlers = {
  /** Starts all claimers; each claims again after every response. */
  hold: async (at: Target): Promise<void> => {
    target = at;
    for (let first = 0; first < at.claimers; first += AT_ONCE) {
      const count = Math.min(AT_ONCE, at.claimers - first);
      const connections = await Promise.all(Array.from({ length: count }, () => openConnection(at.port)));
      for (const [i, connection] of connections.entries()) void claimAgain(first + i, connection);
    }
  },

  /** Creates tasks one after another, for each filter in turn; each is claimed before the next. */
  wake: async (count: number): Promise<Woken[]> => {
    const maker = await openConnection(target.port);
    const woken: Woken[] = [];
    for (let i = 0; i < count; i++) {
      woken.push(await wakeOne(maker, i, target.filters[i % target.filters.length] as Filter));
    }
    maker.close();
    return woken;
  },
};

/** A claimer with a task works on it elsewhere, and claims again. */
async function claimAgain(index: number, connection: Connection): Promise<void> {
  const { hostSecrets, agentIds, filters } = target;
  const { post } = requestsWith(hostSecrets[Math.floor(index / WAITS_OF_A_KEY)] as string);
  const { claim } = filters[index % filters.length] as Filter;
  // Claimers with one filter belong to different agents.
  const agentId = agentIds[(index + Math.floor(index / filters.length)) % agentIds.length];
  const request = post('/api/v1/tasks/claim', { agentId, ...claim, wait: WAIT_SECONDS });
  for (;;) {
    const { status, body } = await connection.request(request);
    const at = performance.now();
    if (status === 200) onClaimed(JSON.parse(body.toString()).task.taskNumber, at);
    else if (status !== 204) return fail(new Error(`A claim was answered with ${status}: ${body}`));
  }
}

async function wakeOne(maker: Connection, i: number, { task }: Filter): Promise<Woken> {
  const { post } = requestsWith(target.secret);
  const claimed = new Promise<{ taskNumber: number; at: number }>((resolve, reject) => {
    onClaimed = (taskNumber, at) => resolve({ taskNumber, at });
    fail = reject;
  });
  const sentAt = performance.now();
  const { status, body } = await maker.request(post('/api/v1/tasks', { title: `Task ${i}`, ...task }));
  const committedAt = performance.now();
  if (status !== 201) throw new Error(`A task was not created: ${status} ${body}`);
  const { taskNumber, at } = await claimed;
  if (taskNumber !== JSON.parse(body.toString()).taskNumber) throw new Error('Another task was claimed.');
  return { create: committedAt - sentAt, claim: at - committedAt };
}

export type Holder = typeof handlers;

answerParent(handlers);
