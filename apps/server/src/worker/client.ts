import { CannotRun } from '../cannot-run.ts';
import { Refused, type Send, sender } from './http.ts';

export type WorkKind = 'turn' | 'task';

/** A turn as it has been claimed (docs/rules.md, Turns). */
export interface ClaimedTurn {
  readonly kind: 'turn';
  readonly turn: { readonly id: string };
  readonly chat: { readonly id: string; readonly title: string };
  readonly person: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly messages: readonly unknown[];
  readonly lease: Lease;
}

/** The briefing of a claimed task (docs/rules.md, Claims). */
export interface ClaimedTask {
  readonly kind: 'task';
  readonly task: {
    readonly taskNumber: number;
    readonly claim: { readonly id: string; readonly attempt: number } | null;
  };
  readonly lease: Lease;
  readonly checkpoint: string | null;
}

interface Lease {
  readonly token: string;
  readonly expiresAt: string;
}

export type Work = ClaimedTurn | ClaimedTask;

/** A task that the agent holds, as a refusal tells of it. */
export interface HeldTask {
  readonly taskNumber: number;
  readonly claim: { readonly id: string; readonly expiresAt: string };
}

/** What a run is told with its heartbeat. */
export interface Pulse {
  readonly expiresAt: string;
  readonly directive: 'continue' | 'stop';
  readonly reason: string | null;
}

/** The agent's side of chats. */
export interface TurnClient {
  heartbeat(claim: ClaimedTurn): Promise<void>;
  reply(claim: ClaimedTurn, body: string): Promise<void>;
  fail(claim: ClaimedTurn, errorCode: string, message: string): Promise<void>;
  release(claim: ClaimedTurn): Promise<void>;
}

/** What a run does with a task that it holds. */
export interface TaskClient {
  heartbeat(claim: ClaimedTask, told: { checkpoint?: string | null; usage?: unknown }): Promise<Pulse>;
  /** `key` names the request: sent again under it, it posts nothing twice. */
  postResult(claim: ClaimedTask, key: string, result: object): Promise<void>;
  ask(claim: ClaimedTask, key: string, question: object): Promise<void>;
  release(claim: ClaimedTask, how?: { note?: string; notBefore?: number }): Promise<void>;
  /** Goes on with a task that another run of the agent has left. */
  takeOver(taskNumber: number, leaseSeconds: number): Promise<ClaimedTask>;
}

export interface Wish {
  readonly kinds: readonly WorkKind[];
  /** Seconds. */
  readonly wait: number;
  readonly leaseSeconds: number;
  /** Of a wish for tasks: under the same key an answer that was lost on the way comes again. */
  readonly key?: string;
}

/** The agent's side of the HTTP interface, for one agent. */
export interface AgentClient {
  /** What the key's scopes allow. */
  readonly kinds: readonly WorkKind[];
  readonly turns: TurnClient;
  readonly tasks: TaskClient;
  /** Waits some seconds for work; null when none came. */
  next(wish: Wish, signal: AbortSignal): Promise<Work | null>;
  /** What the agent holds, if that is as much as it may; else null, or the task that it got by asking. */
  heldAtLimit(leaseSeconds: number, signal: AbortSignal): Promise<readonly HeldTask[] | ClaimedTask | null>;
}

/**
 * Finds the agent of this name with the given key; throws `CannotRun` when the key cannot speak for it. The
 * signal ends the search.
 */
export async function connect(
  url: string,
  key: string,
  agentName: string,
  signal: AbortSignal,
): Promise<AgentClient> {
  const send = sender(url, key);
  const me = (await send('GET', '/api/v1/me', undefined, { signal })) as Me;
  const agentId = await idOf((method, path) => send(method, path, undefined, { signal }), me, agentName);
  const path = `/api/v1/agents/${agentId}`;
  const askFor = asker(send, path);
  return {
    kinds: kindsFor(me.key.scopes),
    turns: turnClient(send, path),
    tasks: taskClient(send, agentId),
    next: askFor,
    heldAtLimit: async (leaseSeconds, signal) => {
      try {
        return (await askFor({ kinds: ['task'], wait: 0, leaseSeconds }, signal)) as ClaimedTask | null;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (error.code === 'CLAIM_LIMIT') return error.details.claims as readonly HeldTask[];
        if (error.code === 'USAGE_LIMIT') return null;
        throw error;
      }
    },
  };
}

function asker(send: Send, path: string): AgentClient['next'] {
  return async ({ kinds, wait, leaseSeconds, key }, signal) => {
    const patience = { heldSeconds: wait, signal };
    if (!kinds.includes('task')) {
      const turn = await send('POST', `${path}/turns/claim`, { wait, leaseSeconds }, patience);
      return turn === null ? null : { ...(turn as ClaimedTurn), kind: 'turn' };
    }
    const body = { kinds, wait, leaseSeconds };
    return (await send('POST', `${path}/work`, body, { ...patience, ...(key && { key }) })) as Work | null;
  };
}

function turnClient(send: Send, path: string): TurnClient {
  const onTurn = async (claim: ClaimedTurn, action: string, body: object = {}) => {
    await send('POST', `${path}/turns/${claim.turn.id}/${action}`, { token: claim.lease.token, ...body });
  };
  return {
    heartbeat: (claim) => onTurn(claim, 'heartbeat'),
    reply: (claim, body) => onTurn(claim, 'reply', { body }),
    fail: (claim, errorCode, message) => onTurn(claim, 'fail', { errorCode, message }),
    release: (claim) => onTurn(claim, 'release'),
  };
}

function taskClient(send: Send, agentId: string): TaskClient {
  const onTask = ({ task, lease }: ClaimedTask, action: string, body: object, key?: string) =>
    send(
      'POST',
      `/api/v1/tasks/${task.taskNumber}/${action}`,
      { token: lease.token, ...body },
      key === undefined ? {} : { key },
    );
  return {
    heartbeat: async (claim, told) => (await onTask(claim, 'claim/heartbeat', told)) as Pulse,
    postResult: async (claim, key, result) => {
      await onTask(claim, 'results', result, key);
    },
    ask: async (claim, key, question) => {
      await onTask(claim, 'questions', question, key);
    },
    release: async (claim, how = {}) => {
      await onTask(claim, 'claim/release', how);
    },
    takeOver: async (taskNumber, leaseSeconds) => {
      const body = { agentId, leaseSeconds, takeOver: true };
      const briefing = await send('POST', `/api/v1/tasks/${taskNumber}/claim`, body);
      return { ...(briefing as ClaimedTask), kind: 'task' };
    },
  };
}

interface Me {
  readonly caller: { readonly type: string; readonly id: string; readonly name: string };
  readonly key: { readonly kind: string; readonly scopes?: readonly string[] };
}

interface AgentPage {
  readonly data: readonly { readonly id: string; readonly name: string }[];
  readonly cursor: string | null;
}

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const kindsFor = (scopes: readonly string[] = []): readonly WorkKind[] => [
  ...(scopes.includes('full') || scopes.includes('agents:write') ? (['turn'] as const) : []),
  ...(scopes.includes('full') || scopes.includes('tasks:write') ? (['task'] as const) : []),
];

/** An agent's own key knows its agent; a runtime key looks it up. */
async function idOf(
  send: (method: string, path: string) => Promise<unknown>,
  { caller, key }: Me,
  name: string,
): Promise<string> {
  if (key.kind === 'agent') {
    if (sameName(caller.name, name)) return caller.id;
    throw new CannotRun(
      `The key is that of the agent ${caller.name}, not of ${name}. Use the key of ${name}.`,
    );
  }
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = (await send('GET', `/api/v1/agents?limit=100${query}`)) as AgentPage;
    const agent = page.data.find((each) => sameName(each.name, name));
    if (agent) return agent.id;
    cursor = page.cursor;
  }
  throw new CannotRun(`There is no agent ${name} in this workspace. Register it with POST /api/v1/agents.`);
}
