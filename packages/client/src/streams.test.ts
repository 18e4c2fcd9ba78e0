import { type Cutting, cutting } from '../testing/cutting.ts';
import { type Running, running } from '../testing/service.ts';
import type { Event } from './index.ts';

let office: Running;
let proxy: Cutting;
beforeEach(async () => {
  office = await running();
  proxy = await cutting(office.url);
});
afterEach(async () => {
  await proxy.stop();
  await office.stop();
});

test('delivers every event exactly once, however often the connection is cut', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  const ada = office.as('ada');
  const { cursor } = await ada.events.list({ after: 'latest' });
  const cuts = setInterval(() => proxy.cutStreams(), 700);
  const writing = (async () => {
    for (let i = 0; i < 120; i++) await ada.labels.create({ name: `label ${i}` });
  })();
  const seen: Event[] = [];
  let retries = 0;
  const stream = office
    .as('ada', { url: proxy.url })
    .events.stream({ after: cursor }, { onRetry: () => retries++ });
  for await (const event of stream) {
    seen.push(event);
    if (event.entity.title === 'label 60') proxy.cutStreams();
    if (event.entity.title === 'label 119') break;
  }
  clearInterval(cuts);
  await writing;
  expect(seen.map(({ entity }) => entity.title)).toEqual(Array.from({ length: 120 }, (_, i) => `label ${i}`));
  expect(retries).toBeGreaterThan(0);
  // A restarted program resumes from there.
  await ada.labels.create({ name: 'one more' });
  for await (const { entity } of ada.events.stream({ after: stream.position })) {
    expect(entity.title).toBe('one more');
    break;
  }
  jest.restoreAllMocks();
});

test('delivers only the requested events', async () => {
  const ada = office.as('ada');
  const { cursor } = await ada.events.list({ after: 'latest' });
  await ada.labels.create({ name: 'unwanted' });
  const { id } = await ada.tasks.create({ title: 'wanted' });
  for await (const event of ada.events.stream({ after: cursor, types: ['task.created'] })) {
    expect(event).toMatchObject({ type: 'task.created', entity: { id } });
    break;
  }
});

/** A service that has pruned its first events, and a position before them. */
async function forgotten(): Promise<string> {
  const ada = office.as('ada');
  await ada.labels.create({ name: 'first' });
  const { cursor } = await ada.events.list({ limit: 1 });
  await ada.labels.create({ name: 'second' });
  await ada.labels.create({ name: 'third' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  await office.service.events.forget(0);
  return cursor;
}

test('reports a pruned position, then continues with the oldest event kept', async () => {
  const after = await forgotten();
  const ada = office.as('ada');
  let resets = 0;
  for await (const { entity } of ada.events.stream({ after }, { onReset: () => void resets++ })) {
    expect(entity.title).toBe('third');
    break;
  }
  expect(resets).toBe(1);
});

test('rejects a pruned position without onReset', async () => {
  const after = await forgotten();
  const reading = (async () => {
    for await (const event of office.as('ada').events.stream({ after })) throw new Error(event.type);
  })();
  await expect(reading).rejects.toMatchObject({ code: 'EVENTS_PRUNED', status: 410 });
});

test('rejects an invalid position and a revoked key', async () => {
  const first = office.as('ada').events.stream({ after: 'nowhere' })[Symbol.asyncIterator]();
  await expect(first.next()).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
  const ada = office.as('ada');
  const { id, secret } = await ada.keys.create({ name: 'reader', kind: 'service', scopes: ['tasks:read'] });
  const stream = office.as('ada', { key: secret }).events.stream()[Symbol.asyncIterator]();
  const next = stream.next();
  await new Promise((resolve) => setTimeout(resolve, 200));
  await ada.keys.revoke(id);
  await expect(next).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('reconnects when a connection is silent for too long', async () => {
  const opened: string[] = [];
  const fetching: typeof fetch = async (input) => {
    opened.push(String(input));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const text = 'id: p1\nevent: position\ndata: {}\n\n: \n\nid: p2\r\ndata: {"seq":\r\ndata: 2}\r\n\r\n';
        if (opened.length === 1) controller.enqueue(new TextEncoder().encode(text));
        else controller.enqueue(new TextEncoder().encode('id: p3\ndata: {"seq":3}\n\n'));
      },
    });
    return new Response(body);
  };
  jest.spyOn(Math, 'random').mockReturnValue(0);
  const seen: number[] = [];
  const stream = office.as('ada', { fetch: fetching }).events.stream({}, { silenceMs: 50 });
  for await (const { seq } of stream) {
    seen.push(seq);
    if (seq === 3) break;
  }
  expect(seen).toEqual([2, 3]);
  expect(opened[1]).toContain('after=p2');
  expect(stream.position).toBe('p3');
  jest.restoreAllMocks();
});

test('reads only on demand', async () => {
  let chunks = 0;
  const event = (seq: number) => `id: ${seq}\ndata: {"seq":${seq}}\n\n`;
  const fetching: typeof fetch = async () =>
    new Response(
      new ReadableStream<Uint8Array>(
        { pull: (controller) => controller.enqueue(new TextEncoder().encode(event(++chunks))) },
        { highWaterMark: 0 },
      ),
    );
  const stream = office.as('ada', { fetch: fetching }).events.stream()[Symbol.asyncIterator]();
  for (let seq = 1; seq <= 10; seq++) expect((await stream.next()).value).toMatchObject({ seq });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(chunks).toBeLessThanOrEqual(11);
  await stream.return(undefined);
});

test('joins characters and messages that are split between chunks', async () => {
  const bytes = new TextEncoder().encode(
    'id: 1\r\ndata: {"seq":1,"title":"Möwe 🪶"}\r\n\r\nid: 2\ndata: {"seq":2}\n\n',
  );
  const fetching: typeof fetch = async () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        },
      }),
    );
  const seen: unknown[] = [];
  for await (const event of office.as('ada', { fetch: fetching }).events.stream()) {
    seen.push(event);
    if (seen.length === 2) break;
  }
  expect(seen).toEqual([{ seq: 1, title: 'Möwe 🪶' }, { seq: 2 }]);
});
