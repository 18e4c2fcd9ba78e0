import { type Operation, operations } from '@tandem/contract';
import request from 'supertest';
import { checkAnswer } from '../testing/check-answer.ts';
import { checkPublished } from '../testing/document.ts';
import { hangingUp } from '../testing/first-frame.ts';
import { type Body, type World, world } from '../testing/world.ts';

/*
 * Sends the examples of the OpenAPI document as served, with values in angle brackets replaced as it says:
 * `<agents.create:id>` becomes the `id` in the last response of agents.create.
 */

/** A sequence in which each operation has the data it needs. The first of two tasks blocks the second. */
const ORDER = `
  workspace.get workspace.me workspace.update
  members.create members.list members.get members.update members.invite members.acceptInvitation
  sessions.create sessions.link sessions.preview sessions.list sessions.revoke
  initiatives.create initiatives.list initiatives.get initiatives.update
  views.create views.list views.get views.update
  goals.create goals.list goals.get goals.update
  projects.create projects.list projects.get projects.update
  labels.create labels.list labels.update
  tasks.create tasks.create tasks.list tasks.counts tasks.get tasks.put tasks.bulk tasks.update tasks.transition tasks.relate
  tasks.split
  tasks.comment tasks.comments tasks.editComment tasks.subscribe tasks.subscription tasks.activity
  files.upload files.get files.content tasks.attach tasks.attachments
  notifications.list notifications.markRead notifications.markAllRead
  preferences.get preferences.update
  projects.tasks initiatives.projects search.find
  agents.create agents.list agents.get agents.update keys.create keys.list
  agents.pushSessions agents.sessions agents.pushTelemetry agents.telemetry agents.activity usage.list
  chats.start chats.list chats.get chats.messages
  turns.claim turns.heartbeat turns.release turns.claim turns.reply chats.turn
  chats.send turns.claim turns.fail chats.rename chats.archive chats.unarchive
  goals.verify goals.verifications goals.archive goals.unarchive
  projects.archive projects.unarchive
  tasks.unrelate tasks.detach tasks.deleteComment tasks.unsubscribe
  tasks.archive tasks.unarchive tasks.archive tasks.delete
  tasks.create tasks.transition questions.ask questions.list questions.get inbox.list questions.answer
  questions.ask inbox.answer questions.ask questions.withdraw results.post results.list attempts.list verifications.ofTask verifications.list verifications.next verifications.heartbeat verifications.release verifications.claim verifications.report verifications.get verifications.retry results.review
  tasks.create tasks.attach claims.claim claims.heartbeat attempts.putTranscript attempts.deleteTranscript claims.release tasks.create claims.next work.next
  events.list events.stream exports.read
  imports.create imports.list imports.add imports.preview imports.get imports.finish members.merge imports.undo
  webhooks.create webhooks.list webhooks.get webhooks.update webhooks.test webhooks.rotate webhooks.deliveries
  webhooks.retry webhooks.replay webhooks.delete
  chats.delete agents.stop agents.delete goals.delete projects.delete initiatives.delete views.delete labels.delete
  members.uninvite members.delete keys.revoke
`
  .trim()
  .split(/\s+/);

/** A file that may be a transcript. */
const FILE = JSON.stringify({
  schema_version: 'ATIF-v1.4',
  session_id: 's1',
  agent: { name: 'claude', version: '2' },
  steps: [{ step_id: 1, source: 'user', message: 'Begin' }],
});

/** The requests of an agent's process, with the key of the example of keys.create. */
const BY_HOST = /^(turns\.|claims\.|work\.|results\.post|attempts\.put|agents\.push)/;

/** The requests of a verifier. */
const BY_VERIFIER = /^verifications\.(next|claim|heartbeat|release|report)/;

let w: World;
let document: Body;

beforeAll(async () => {
  w = await world();
  document = (await request(w.server).get('/api/v1/openapi.json')).body;
});

const resolve = (value: Body): Body =>
  value?.$ref
    ? value.$ref
        .split('/')
        .slice(1)
        .reduce((inside: Body, step: string) => inside[step], document)
    : value;

interface Described {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly operation: Body;
}

const described = (): Map<string, Described> =>
  new Map(
    Object.entries<Body>(document.paths).flatMap(([path, item]) =>
      Object.entries<Body>(item).map(([method, operation]): [string, Described] => [
        operation.operationId,
        { method: method as Described['method'], path, operation },
      ]),
    ),
  );

const at = (answer: Body, path: string): Body =>
  path.split('.').reduce((inside, step) => inside?.[step], answer);

test('every example of the document works as it is, in a sensible order', async () => {
  const lynx = await w.admin.creates('/agents', { name: 'lynx', displayName: 'L', emoji: '*', model: 'm' });
  await w.admin.does('patch', `/agents/${lynx.id}`, { verifier: true });
  const verifier = await w.keyFor('lynx', 'agent', ['full']);
  const answers = new Map<string, Body>();
  const known = described();
  /** A value in angle brackets is always the whole text. */
  const filled = (value: Body): Body => {
    if (Array.isArray(value)) return value.map(filled);
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, filled(inside)]));
    }
    const [, operation, path] = /^<(\w+\.\w+):([\w.]+)>$/.exec(String(value)) ?? [];
    if (operation === undefined) return value;
    const found = at(answers.get(operation), String(path));
    if (found === undefined) throw new Error(`${value} stands for nothing yet`);
    return found;
  };

  for (const id of ORDER) {
    const { method, path, operation } = known.get(id) as Described;
    const parameters: Body[] = (operation.parameters ?? []).map(resolve).map(filled);
    const place = path.replace(/\{(\w+)\}/g, (_, name) => {
      const { example } = parameters.find((each) => each.in === 'path' && each.name === name);
      return encodeURIComponent(example);
    });
    const key = BY_VERIFIER.test(id)
      ? verifier.secret
      : BY_HOST.test(id)
        ? answers.get('keys.create').secret
        : w.admin.secret;
    const asked = hangingUp(request(w.server)[method](place), method, place);
    asked.set('Authorization', `Bearer ${key}`);
    for (const { in: where, name, example } of parameters) {
      if (example === undefined) continue;
      if (where === 'header') asked.set(name, example);
      if (where === 'query') asked.query({ [name]: example });
    }
    const content = operation.requestBody?.content ?? {};
    if ('multipart/form-data' in content)
      asked.attach('file', Buffer.from(FILE), { filename: 'run.txt', contentType: 'text/plain' });
    const { example } = content['application/json'] ?? {};
    const answer = await (example === undefined ? asked : asked.send(filled(example)));
    checkAnswer(answer);
    checkPublished(operations.find((row) => row.id === id) as Operation, answer);
    expect([id, answer.status, answer.status < 400 ? '' : answer.text]).toEqual([id, answer.status, '']);
    expect(Object.keys(operation.responses)).toContain(String(answer.status));
    answers.set(id, answer.body);
  }
});

test('the order contains every operation', () => {
  expect([...new Set(ORDER)].sort()).toEqual(operations.map(({ id }) => id).sort());
});

test('every body and every path parameter has an example', () => {
  const without = [...described()].flatMap(([id, { operation }]) => {
    const parameters: Body[] = (operation.parameters ?? []).map(resolve);
    const body = operation.requestBody?.content?.['application/json'];
    return [
      ...parameters
        .filter((each) => each.in === 'path' && each.example === undefined)
        .map(({ name }) => `${id} ${name}`),
      ...(body && body.example === undefined ? [`${id} body`] : []),
    ];
  });
  expect(without).toEqual([]);
});

test('the document explains the values in angle brackets', () => {
  expect(document.info.description).toContain('`<agents.create:id>`');
});
