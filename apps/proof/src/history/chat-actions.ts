import type { Answer, Desk } from './desk.ts';
import type { Claim } from './record.ts';
import { oneOf } from './task-actions.ts';

/** All clients that write a message within the same span write the same one. */
const SAME_MESSAGE_MS = 100;

/** Starts a chat, under a key that others send at the same time. */
export async function message(desk: Desk): Promise<void> {
  const slot = Math.floor(Date.now() / SAME_MESSAGE_MS);
  const { people, agentId } = desk.order;
  const person = people[slot % people.length] as (typeof people)[number];
  const [key, body] = [`key-${slot}`, `Message ${slot}`];
  const {
    status,
    body: sent,
    ...rest
  } = await desk.ask(person.key, 'POST', 'chats', {
    agentId,
    body,
    clientMessageId: key,
  });
  const ids = [sent.thread?.id, sent.message?.id, sent.turn?.id];
  desk.record({ kind: 'message', person: person.name, key, body, ids, status, ...rest });
}

/** Claims a turn, and does with it what an agent may do, or two things at once of which one must win. */
export async function work(desk: Desk): Promise<void> {
  const forgets = Math.random() < 0.1;
  const { order } = desk;
  const { status, body, started, ended } = await desk.ask(
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
  desk.record(claim);
  if (!forgets) await oneOf(ENDINGS)(desk, claim);
}

type Ending = (desk: Desk, claim: Claim) => Promise<unknown>;

const reply: Ending = (desk, claim) => end(desk, claim, 'reply', `${desk.name} answers ${claim.turn}`);
const fail: Ending = (desk, claim) => end(desk, claim, 'fail', 'no_idea');
const release: Ending = (desk, claim) => end(desk, claim, 'release', '');

async function end(desk: Desk, { turn, token }: Claim, kind: 'reply' | 'fail' | 'release', text: string) {
  const path = `agents/${desk.order.agentId}/turns/${turn}/${kind}`;
  const more = kind === 'reply' ? { body: text } : kind === 'fail' ? { errorCode: text } : {};
  const { status, started, ended } = await ok(desk, path, { token, ...more });
  desk.record({ kind, turn, token, text, status, started, ended });
}

/** The answer to an ending: done, or too late. */
async function ok(desk: Desk, path: string, body: object): Promise<Answer> {
  const answer = await desk.ask(desk.order.keys.agent, 'POST', path, body);
  if (answer.status !== 200 && answer.status !== 409)
    throw new Error(`${path} was answered ${answer.status}.`);
  return answer;
}

const archive: Ending = async (desk, { chat, person }) => {
  const key = desk.order.people.find(({ name }) => name === person)?.key as string;
  const { status, started, ended } = await desk.ask(key, 'POST', `chats/${chat}/archive`);
  desk.record({ kind: 'archive', chat, status, started, ended });
};

const both =
  (...endings: Ending[]): Ending =>
  (desk, claim) =>
    Promise.all(endings.map((each) => each(desk, claim)));

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
