import { type Answer, type Client, Cut, type Question } from './client.ts';
import type { Entry, Kind, Ledger, Writes } from './ledger.ts';

/** The identities that the writers use. */
export interface Accounts {
  /** The key of a person with all permissions. */
  readonly person: string;
  readonly projectId: string;
  readonly agents: readonly AgentAccount[];
}

export interface AgentAccount {
  readonly id: string;
  readonly key: string;
}

/** A writer's environment between two crashes. */
export interface WriterContext {
  readonly accounts: Accounts;
  readonly ledger: Ledger;
  readonly client: Client;
}

export interface Writer {
  /** Repeats unanswered requests where that is safe. Throws any problem that it finds, or `Cut`. */
  settle(context: WriterContext): Promise<void>;
  /** Makes some writes, one after another. Throws any problem that it finds, or `Cut`. */
  round(context: WriterContext): Promise<void>;
}

/** One write: its request, and how to read its response. */
export interface Write<K extends Kind> {
  readonly kind: K;
  readonly asked: Writes[K]['asked'];
  readonly key: string;
  readonly question: Question;
  /** `null` if the write was refused for a known reason. */
  read(answer: Answer): Writes[K]['answer'] | null;
}

/** Makes a write. When this resolves, the entry is on disk in the ledger; `null` if the write was refused. */
export async function write<K extends Kind>(
  context: WriterContext,
  wanted: Write<K>,
): Promise<Writes[K]['answer'] | null> {
  const { kind, asked } = wanted;
  let answer: Answer;
  try {
    answer = await context.client.ask(wanted.key, wanted.question);
  } catch (error) {
    if (error instanceof Cut) await context.ledger.add({ kind, asked, answer: null } as Entry);
    throw error;
  }
  const read = wanted.read(answer);
  if (read !== null) await context.ledger.add({ kind, asked, answer: read } as Entry);
  return read;
}

/** Writes with idempotency keys, so that unanswered requests can be repeated. */
export interface KeyedWrites {
  write<K extends Kind>(context: WriterContext, wanted: Write<K>): Promise<Writes[K]['answer'] | null>;
  /** Repeats the unanswered write with its key. */
  settle(context: WriterContext): Promise<void>;
}

/** The keyed writes of one writer, which makes one at a time. */
export function keyedWrites(name: string): KeyedWrites {
  let writes = 0;
  let open: Write<Kind> | null = null;
  const send = async <K extends Kind>(context: WriterContext, wanted: Write<K>) => {
    open = wanted as unknown as Write<Kind>;
    const answer = await write(context, wanted);
    open = null;
    return answer;
  };
  return {
    write: (context, wanted) => {
      const { question } = wanted;
      const headers = { ...question.headers, 'Idempotency-Key': `${name}-${writes++}` };
      return send(context, { ...wanted, question: { ...question, headers } });
    },
    settle: async (context) => {
      if (open) await send(context, open);
    },
  };
}

/** The body of a response that must have one of these statuses. */
export function must(answer: Answer, ...statuses: number[]): Answer['body'] {
  if (statuses.includes(answer.status)) return answer.body;
  throw new Error(`Answered with ${answer.status}, not ${statuses}: ${JSON.stringify(answer.body)}`);
}
