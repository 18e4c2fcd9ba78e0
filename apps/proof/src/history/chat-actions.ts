import type { Answer, ClientContext } from './context.ts';
import type { Claim } from './record.ts';
import { oneOf } from './task-actions.ts';

/** All clients that send a message within the same interval send the same one. */
const SAME_MESSAGE_MS = 100;

/** Starts a chat with a key that other clients use at the same time. */
export async function message(context: ClientContext): Promise<void> {
  const slot = Math.floor(Date.now() / SAME_MESSAGE_MS);
  const { people, agentId } = context.order;
  const person = people[slot % people.length] as (typeof people)[number];
  const [key, body] = [`key-${slot}`, `Message ${slot}`];
  const {
    status,
    body: sent,
    ...rest
  } = await context.ask(person.key, 'POST', 'chats', {
    agentId,
    body,
    clientMessageId: key,
  });
  const ids = [sent.thread?.id, sent.message?.id, sent.turn?.id];
  context.record({ kind: 'message', person: person.name, key, body, ids, status, ...rest });
}

/** Claims a turn, and then makes one of an agent's requests, or two at once of which only one may succeed. */
export async function work(context: ClientContext): Promise<void> {
  const forgets = Math.random() < 0.1;
  const { order } = context;
  const { status, body, started, ended } = await context.ask(
    order.keys.agent,
    'POST',
    `agents/${order.agentId}/turns/claim`,
    { leaseSeconds: forgets ? 5 : 60, wait: Math.random() < 0.1 ? 1 : 0 },
  );
  if (status === 204) return;
  const claim: Claim = {
    kind: 'claim',
    turn: body.turn.id,
    chat: body.chat.id,
    person: body.person.name,
    token: body.lease.token,
    expiresAt: Date.parse(body.lease.expiresAt),
    heardAt: Date.now(),
    status,
    started,
    ended,
  };
  context.record(claim);
  if (!forgets) await oneOf(ENDINGS)(context, claim);
}

type Ending = (context: ClientContext, claim: Claim) => Promise<unknown>;

const reply: Ending = (context, claim) =>
  end(context, claim, 'reply', `${context.name} answers ${claim.turn}`);
const fail: Ending = (context, claim) => end(context, claim, 'fail', 'no_idea');
const release: Ending = (context, claim) => end(context, claim, 'release', '');

async function end(
  context: ClientContext,
  { turn, token }: Claim,
  kind: 'reply' | 'fail' | 'release',
  text: string,
) {
  const path = `agents/${context.order.agentId}/turns/${turn}/${kind}`;
  const more = kind === 'reply' ? { body: text } : kind === 'fail' ? { errorCode: text } : {};
  const { status, started, ended } = await ok(context, path, { token, ...more });
  context.record({ kind, turn, token, text, status, started, ended });
}

/** The outcome of ending a turn: done, or too late. */
async function ok(context: ClientContext, path: string, body: object): Promise<Answer> {
  const answer = await context.ask(context.order.keys.agent, 'POST', path, body);
  if (answer.status !== 200 && answer.status !== 409)
    throw new Error(`${path} was answered ${answer.status}.`);
  return answer;
}

const archive: Ending = async (context, { chat, person }) => {
  const key = context.order.people.find(({ name }) => name === person)?.key as string;
  const { status, started, ended } = await context.ask(key, 'POST', `chats/${chat}/archive`);
  context.record({ kind: 'archive', chat, status, started, ended });
};

const both =
  (...endings: Ending[]): Ending =>
  (context, claim) =>
    Promise.all(endings.map((each) => each(context, claim)));

const ENDINGS: readonly Ending[] = [
  reply,
  reply,
  release,
  both(reply, fail),
  both(fail, reply),
  both(reply, release),
  both(reply, archive),
  both(archive, fail),
];
