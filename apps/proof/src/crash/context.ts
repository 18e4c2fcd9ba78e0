import { type Answer, type Client, Cut, type Question } from './client.ts';
import type { Entry, Kind, Ledger, Writes } from './ledger.ts';

/** Whom the writers speak for. */
export interface Accounts {
  /** The key of a person who may do everything. */
  readonly person: string;
  readonly projectId: string;
  readonly agents: readonly AgentAccount[];
}

export interface AgentAccount {
  readonly id: string;
  readonly key: string;
}

/** What a writer works with between two crashes. */
export interface WriterContext {
  readonly accounts: Accounts;
  readonly ledger: Ledger;
  readonly client: Client;
}

export interface Writer {
  /** Repeats what had no answer, where repeating is safe. Throws what it finds wrong, or `Cut`. */
  settle(context: WriterContext): Promise<void>;
  /** Some writes, one after another. Throws what it finds wrong, or `Cut`. */
  round(context: WriterContext): Promise<void>;
}

/** One write, as it is asked for and as its answer is understood. */
export interface Write<K extends Kind> {
  readonly kind: K;
  readonly asked: Writes[K]['asked'];
  readonly key: string;
  readonly question: Question;
  /** null when the write was refused for a reason that is known. */
  read(answer: Answer): Writes[K]['answer'] | null;
}

/** Asks for a write. When this resolves, the ledger has it on disk; null when it was refused. */
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

/** Writes under idempotency keys, so that what had no answer can be asked for again. */
export interface KeyedWrites {
  write<K extends Kind>(context: WriterContext, wanted: Write<K>): Promise<Writes[K]['answer'] | null>;
  /** Repeats, under its key, the write that had no answer. */
  settle(context: WriterContext): Promise<void>;
}

/** The keyed writes of one writer, which makes one after another. */
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

/** The body of an answer that must have one of these statuses. */
export function must(answer: Answer, ...statuses: number[]): Answer['body'] {
  if (statuses.includes(answer.status)) return answer.body;
  throw new Error(`Answered with ${answer.status}, not ${statuses}: ${JSON.stringify(answer.body)}`);
}
