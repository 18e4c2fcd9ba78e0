import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type Connection, openConnection } from '../load/connection.ts';
import { requestsWith } from '../load/requests.ts';
import { answerParent } from '../processes.ts';
import type { PendingTurn, Person } from './fixture.ts';

/** The server to hold waits at, and whose turns to wait for. */
export interface Target {
  readonly port: number;
  readonly hostSecret: string;
  readonly people: readonly Person[];
}

/** Milliseconds until the waiting client has its answer. */
export interface WakeUp {
  /** Since the reply that woke it had its own answer, which is sent when the commit is on disk. */
  readonly sinceCommit: number;
  /** Since that reply was sent. */
  readonly sinceReply: number;
}

/** The outcomes of waits that ended without an answer. */
export interface Ended {
  /** Ended with 200 and a turn that is still pending. */
  readonly pending: number;
  /** Ended in any other way, or not at all. */
  readonly lost: number;
  /** Milliseconds that the longest wait was held. */
  readonly longest: number;
}

/** A wait that the server was asked to hold. */
interface Held {
  readonly sentAt: number;
  /** The response and its time; `null` if none will arrive. */
  readonly end: Promise<{ readonly answer: Answer; readonly at: number } | null>;
}

const WAIT_SECONDS = 25;
/** Waits that have not ended after this time are lost. */
const PATIENCE_MS = (WAIT_SECONDS + 10) * 1_000;
/** Fewer than a server's backlog, beyond which the system drops connections and tries again later. */
const AT_ONCE = 100;

let target: Target;
let turns: readonly (PendingTurn & { readonly secret: string })[];
let connections: readonly Connection[] = [];
const held = new Map<string, Held>();
const answered = new Set<string>();

const handlers = {
  aim: (at: Target): void => {
    target = at;
    turns = at.people.flatMap((person) => person.turns.map((turn) => ({ ...turn, secret: person.secret })));
  },

  /** Warms the server up: reads this many turns without waiting. */
  read: async (count: number): Promise<void> => {
    const open = await connect(AT_ONCE / 10);
    await Promise.all(
      open.map(async (connection, first) => {
        for (let i = first; i < count; i += open.length) {
          checkOk(await connection.request(readTurn(i % turns.length, 0)));
        }
      }),
    );
    for (const connection of open) connection.close();
  },

  /** Opens a connection for each turn, and asks nothing yet. */
  connect: async (_: null): Promise<void> => {
    connections = await connect(turns.length);
  },

  /** Asks to be held, for each turn that is not answered yet. */
  hold: (_: null): void => {
    for (const [i, { turnId }] of turns.entries()) {
      if (!answered.has(turnId)) held.set(turnId, hold(i));
    }
  },

  /** Answers this many turns one after another, as their agents in rotation. */
  answer: async (count: number): Promise<WakeUp[]> => {
    const [host] = await connect(1);
    const wakeUps: WakeUp[] = [];
    for (let i = 0; i < count; i++) {
      const { agentId } = target.people[i % target.people.length] as Person;
      wakeUps.push(await answerOne(host as Connection, agentId));
    }
    host?.close();
    return wakeUps;
  },

  /** Waits until all that is held has ended, or should have. */
  ended: async (_: null): Promise<Ended> => {
    const patience = pause(PATIENCE_MS, null, { ref: false });
    const ends = await Promise.all(
      [...held.values()].map(async ({ sentAt, end }) => {
        const ended = await Promise.race([end, patience]);
        const pending = ended?.answer.status === 200 && turnIn(ended.answer).status === 'pending';
        return { pending, ms: ended ? ended.at - sentAt : 0 };
      }),
    );
    const pending = ends.filter((end) => end.pending).length;
    return {
      pending,
      lost: ends.length - pending,
      longest: ends.reduce((longest, { ms }) => Math.max(longest, ms), 0),
    };
  },
};

/** Opens `count` connections, a few at a time. */
async function connect(count: number): Promise<Connection[]> {
  const open: Connection[] = [];
  while (open.length < count) {
    const next = Math.min(AT_ONCE, count - open.length);
    open.push(...(await Promise.all(Array.from({ length: next }, () => openConnection(target.port)))));
  }
  return open;
}

function readTurn(index: number, wait: number): string {
  const { chatId, turnId, secret } = turns[index] as (typeof turns)[number];
  return requestsWith(secret).get(`/api/v1/chats/${chatId}/turns/${turnId}?wait=${wait}`);
}

function hold(index: number): Held {
  const sentAt = performance.now();
  const end = (connections[index] as Connection).request(readTurn(index, WAIT_SECONDS)).then(
    (answer) => ({ answer, at: performance.now() }),
    () => null,
  );
  return { sentAt, end };
}

/** Claims the agent's oldest turn, answers it, and waits until the waiting client has its response. */
async function answerOne(host: Connection, agentId: string): Promise<WakeUp> {
  const { post } = requestsWith(target.hostSecret);
  const path = `/api/v1/agents/${agentId}/turns`;
  const claim = JSON.parse(checkOk(await host.request(post(`${path}/claim`, {}))).body.toString());
  const turnId: string = claim.turn.id;
  const waiting = held.get(turnId);
  if (!waiting) throw new Error('A turn was claimed that nobody waits for.');
  held.delete(turnId);
  answered.add(turnId);

  const reply = post(`${path}/${turnId}/reply`, { token: claim.lease.token, body: 'At nine.' });
  const sentAt = performance.now();
  checkOk(await host.request(reply));
  const committedAt = performance.now();
  const end = await waiting.end;
  if (!end || turnIn(checkOk(end.answer)).status !== 'complete') {
    throw new Error('A wait whose turn was answered did not return the answer.');
  }
  return { sinceCommit: end.at - committedAt, sinceReply: end.at - sentAt };
}

const turnIn = ({ body }: Answer): { status: string } => JSON.parse(body.toString());

function checkOk(answer: Answer): Answer {
  if (answer.status === 200) return answer;
  throw new Error(`A request that should succeed was answered with ${answer.status}: ${answer.body}`);
}

export type Holder = typeof handlers;

answerParent(handlers);
