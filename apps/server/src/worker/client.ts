import { CannotRun } from '../cannot-run.ts';

/** What the worker needs to know of a claimed turn (docs/rules.md, Turns). */
export interface ClaimedTurn {
  readonly turn: { readonly id: string };
  readonly chat: { readonly id: string; readonly title: string };
  readonly person: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly messages: readonly unknown[];
  readonly lease: { readonly token: string; readonly expiresAt: string };
}

/** No answer came. */
export class Unreachable extends Error {}

/** An answer that is no success: its status, and the code and message of its body. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The agent's side of the HTTP interface, for one agent. */
export interface AgentClient {
  /** Waits some seconds for a turn, to be held for some seconds; null when none came. */
  claim(wait: number, leaseSeconds: number, signal: AbortSignal): Promise<ClaimedTurn | null>;
  heartbeat(claim: ClaimedTurn): Promise<void>;
  reply(claim: ClaimedTurn, body: string): Promise<void>;
  fail(claim: ClaimedTurn, errorCode: string, message: string): Promise<void>;
  release(claim: ClaimedTurn): Promise<void>;
}

interface Patience {
  /** How long the service may hold the request. */
  readonly heldSeconds?: number;
  readonly signal?: AbortSignal;
}

type Send = (method: string, path: string, body?: object, patience?: Patience) => Promise<unknown>;

/** How long an answer may take that the service does not hold back. */
const PATIENCE_MS = 30_000;

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
  const agentId = await idOf((method, path) => send(method, path, undefined, { signal }), agentName);
  const turns = `/api/v1/agents/${agentId}/turns`;
  const onTurn = async (claim: ClaimedTurn, action: string, body: object = {}) => {
    await send('POST', `${turns}/${claim.turn.id}/${action}`, { token: claim.lease.token, ...body });
  };
  return {
    claim: async (wait, leaseSeconds, signal) =>
      (await send(
        'POST',
        `${turns}/claim`,
        { wait, leaseSeconds },
        { heldSeconds: wait, signal },
      )) as ClaimedTurn | null,
    heartbeat: (claim) => onTurn(claim, 'heartbeat'),
    reply: (claim, body) => onTurn(claim, 'reply', { body }),
    fail: (claim, errorCode, message) => onTurn(claim, 'fail', { errorCode, message }),
    release: (claim) => onTurn(claim, 'release'),
  };
}

/** Sends JSON and reads JSON; null for an empty answer, `Refused` for one that is no success. */
function sender(url: string, key: string): Send {
  // What stands before a proxy's path is kept.
  const base = url.endsWith('/') ? url : `${url}/`;
  return async (method, path, body, { heldSeconds = 0, signal } = {}) => {
    const tooLong = AbortSignal.timeout(PATIENCE_MS + heldSeconds * 1000);
    let status: number;
    let text: string;
    try {
      const response = await fetch(new URL(`.${path}`, base), {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([signal, tooLong]) : tooLong,
      });
      status = response.status;
      text = await response.text();
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Unreachable(`${url} cannot be reached (${reasonOf(error)})`);
    }
    const answer = text === '' ? null : parsed(text);
    if (status >= 200 && status < 300 && answer !== undefined) return answer;
    const { code = '', message = `${url} does not answer as Tandem does (status ${status})` } =
      (answer as { error?: { code?: string; message?: string } } | null | undefined)?.error ?? {};
    throw new Refused(status, code, message);
  };
}

/** undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What fetch knows of a failure stands in its cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  const { code, message: reason } = (cause ?? {}) as { code?: string; message?: string };
  return code ?? reason ?? message;
}

interface Me {
  readonly caller: { readonly type: string; readonly id: string; readonly name: string };
  readonly key: { readonly kind: string };
}

interface AgentPage {
  readonly data: readonly { readonly id: string; readonly name: string }[];
  readonly cursor: string | null;
}

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** An agent's own key knows its agent; a runtime key looks it up. */
async function idOf(send: (method: string, path: string) => Promise<unknown>, name: string): Promise<string> {
  const { caller, key } = (await send('GET', '/api/v1/me')) as Me;
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
