import { outcome, refusal, type World, world } from '../../../testing/world.ts';
import type { Caller } from '../../access/caller.ts';

let w: World;
beforeEach(async () => {
  w = await world();
  await w.tandem.tasks.create(w.admin, { title: 'A task' });
  await w.tandem.claims.claim(w.agent, 1, {});
});

const STEP = {
  step_id: 1,
  source: 'agent',
  message: 'Done',
  tool_calls: [{ arguments: { a: ['"]},{', 1] } }],
};
const WHOLE = {
  schema_version: 'ATIF-v1.4',
  session_id: 's',
  agent: { name: 'claude' },
  steps: [STEP, STEP],
};

/** Arrives in pieces of three bytes, so that texts and characters are cut; a huge text in larger ones. */
async function* bytesOf(text: string) {
  const bytes = new TextEncoder().encode(text);
  const size = bytes.length < 10_000 ? 3 : 4_099;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const put = async (content: unknown, by: Caller = w.agent, attempt = 1) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 1);
  return w.tandem.attempts.putTranscript(by, 1, attempt, bytesOf(text));
};
const transcript = async () => (await w.tandem.attempts.list(w.member, 1, {})).items[0]?.transcript;

test('a transcript is kept with its attempt, readable with the task, until a person deletes it', async () => {
  const kept = await put({ ...WHOLE, extra: { note: 'Grüße 🦉 \\ "' }, constructor: 1 });
  expect(kept.transcript).toMatchObject({ steps: 2 });
  expect(await transcript()).toStrictEqual(kept.transcript);
  const fileId = kept.transcript?.fileId ?? '';
  expect((await w.tandem.files.get(w.member, fileId)).size).toBe(kept.transcript?.bytes);
  expect(await outcome(() => w.tandem.attempts.deleteTranscript(w.agent, 1, 1))).toBe('HUMANS_ONLY');
  await w.tandem.attempts.deleteTranscript(w.member, 1, 1);
  expect(await transcript()).toBeNull();
  expect(await outcome(() => w.tandem.files.get(w.member, fileId))).toBe('NOT_FOUND');
  expect(await outcome(() => w.tandem.attempts.deleteTranscript(w.member, 1, 1))).toBe('NOT_FOUND');
});

test("only the attempt's own agent and its host hand in a transcript", async () => {
  const fox = await w.newAgent('fox');
  for (const by of [fox, w.admin, w.service]) expect(await outcome(() => put(WHOLE, by))).toBe('FORBIDDEN');
  expect(await outcome(() => put(WHOLE, w.runtime))).toBe('ok');
  for (const attempt of [0, 2, 1.5])
    expect(await outcome(() => put(WHOLE, w.agent, attempt))).toBe('NOT_FOUND');
});

const without = (name: keyof typeof WHOLE) => ({ ...WHOLE, [name]: undefined });

test.each<[string, unknown]>([
  ['an array', [WHOLE]],
  ['no JSON', 'hello'],
  ['nothing', ''],
  ['JSON that is cut', JSON.stringify(WHOLE).slice(0, -1)],
  ['more than one object', `${JSON.stringify(WHOLE)} {}`],
  ['a bracket that does not fit', '{"steps":[{"source":"user"}}'],
  ['a comma too many', JSON.stringify(WHOLE).replace('}]', '},]')],
  ['steps twice', JSON.stringify(WHOLE).replace('{', '{"steps":[{"source":"user"}],')],
  ['no version', without('schema_version')],
  ['another version', { ...WHOLE, schema_version: 'ATIF-v2.0' }],
  ['no session', without('session_id')],
  ['no agent', without('agent')],
  ['an agent without a name', { ...WHOLE, agent: {} }],
  ['no steps', without('steps')],
  ['an empty list of steps', { ...WHOLE, steps: [] }],
  ['steps that are no list', { ...WHOLE, steps: { a: STEP } }],
  ['a step of an unknown source', { ...WHOLE, steps: [STEP, { source: 'somebody' }] }],
  ['a step that is no object', { ...WHOLE, steps: ['x'] }],
  ['very many entries in a step', { ...WHOLE, steps: [{ ...STEP, list: Array(20_001).fill(1) }] }],
  ['a huge step', { ...WHOLE, steps: [{ ...STEP, message: 'x'.repeat(2 * 1024 * 1024) }] }],
])('a transcript with %s is refused', async (_what, content) => {
  expect(await outcome(() => put(content))).toBe('VALIDATION_ERROR');
  expect(await transcript()).toBeNull();
});

test('a transcript with a secret of the workspace is refused with its place, and one with other texts is not', async () => {
  const { secret } = await w.tandem.keys.create(w.admin, {
    name: 'ci',
    kind: 'service',
    scopes: ['tasks:read'],
  });
  const hook = await w.tandem.webhooks.create(w.admin, { url: 'https://example.org/', types: ['*'] });
  for (const each of [secret, hook.secret]) {
    const found = await refusal(() =>
      put({ ...WHOLE, steps: [STEP, { ...STEP, message: `curl -H ${each}` }] }),
    );
    expect(JSON.stringify(found.fields)).toContain('steps.1.message');
    expect(JSON.stringify(found)).not.toContain(each);
  }
  const decoy = `tda_x_${'0'.repeat(46)}`;
  const many = Array.from({ length: 101 }, (_, i) => `tdm_${i}_${'0'.repeat(49)}`).join(' ');
  for (const before of ['Bearer%20', 'x', JSON.stringify('\n').slice(1, -1), decoy, `${many} `])
    expect(await outcome(() => put({ ...WHOLE, notes: `${before}${secret}` }))).toBe('VALIDATION_ERROR');
  const escaped = JSON.stringify(WHOLE).replace('Done', `\\u0074${secret.slice(1)}`);
  expect(await outcome(() => put(escaped))).toBe('VALIDATION_ERROR');
  const similar = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
  expect(await outcome(() => put({ ...WHOLE, notes: similar }))).toBe('ok');
});
