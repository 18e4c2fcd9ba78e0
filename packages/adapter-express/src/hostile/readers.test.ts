import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FileContents, Storage } from '@tandem/core';
import { inMemoryContents, inMemoryStorage } from '@tandem/core/in-memory';
import { held, startChat, upload } from '../testing/conversation.ts';
import { head, statusesIn } from '../testing/fuzz/raw.ts';
import { type Holder, outcome, type World, world } from '../testing/world.ts';

/*
 * Clients that request much and do not read it, on real sockets. Socket buffers take megabytes per connection, so these
 * clients request many pages at once.
 */

const MIB = 1024 * 1024;
/** More than the socket buffers, which take some 6 MiB. */
const MANY = 40;

const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

interface Reader {
  readonly socket: Socket;
  /** Resolves when the server has closed the connection, before the client has read most of the data. */
  readonly cut: Promise<unknown>;
  /** Bytes of responses received. */
  arrived(): number;
  /** Reads everything from now on; returns the data received. */
  received(): string;
}

/** Pipelines requests on one connection without reading the responses. */
async function reader({ server }: World, ...requests: string[]): Promise<Reader> {
  const accepted = once(server, 'connection');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  const [connection] = (await accepted) as [Socket];
  const cut = new Promise((resolve) => connection.once('close', resolve));
  socket.pause();
  socket.write(requests.join(''));
  let received = '';
  return {
    socket,
    cut,
    arrived: () => socket.bytesRead,
    received: () => {
      if (socket.isPaused()) {
        socket.setEncoding('latin1').on('data', (part: string) => {
          received += part;
        });
        socket.resume();
      }
      return received;
    },
  };
}

const get = ({ secret }: Holder, path: string) =>
  head(`GET /api/v1${path} HTTP/1.1`, 'Host: tandem', `Authorization: Bearer ${secret}`);

const times = (count: number, text: string): string[] => Array.from({ length: count }, () => text);

/** Reads a little at a time. */
function drip({ socket }: Reader, bytes: number, everyMs: number): void {
  const timer = setInterval(() => socket.read(bytes) ?? socket.read(), everyMs);
  socket.once('close', () => clearInterval(timer));
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(what: string, met: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await met())) {
    if (performance.now() > end) throw new Error(`it is still not so: ${what}`);
    await pause(10);
  }
}

/** A storage that counts read units of work. */
function counting(): { storage: Storage; reads(): number } {
  const storage = inMemoryStorage();
  let reads = 0;
  const read: Storage['read'] = (workspaceId, work) => {
    reads++;
    return storage.read(workspaceId, work);
  };
  return { storage: { ...storage, read }, reads: () => reads };
}

/** Makes a page of tasks 0.8 MiB long. */
async function withLargePages(w: World): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await w.admin.creates('/tasks', { title: 'Large', description: '🦉'.repeat(100_000) });
  }
}

jest.setTimeout(60_000);

test('cuts a response that is read drop by drop after its timeout, and logs it', async () => {
  const statuses: number[] = [];
  const w = await world({
    http: {
      timeouts: { answer: 500 },
      onRequest: ({ operation, status }) => operation === 'tasks.list' && statuses.push(status),
    },
  });
  await withLargePages(w);
  const slow = await reader(w, ...times(MANY, get(w.admin, '/tasks')));
  drip(slow, 100, 20);
  await slow.cut;
  expect(slow.arrived()).toBeLessThan(MANY * 0.8 * MIB);
  await until('the cut is logged', () => statuses.includes(499));
  expect(statuses).toContain(200);
});

test('gives a download the time for its size at the minimum rate, and cuts it when it falls behind', async () => {
  const w = await world({ http: { timeouts: { answer: 300, slowest: MIB } } });
  const { id } = await upload(w.admin, 'x'.repeat(20 * MIB), 'large.bin');
  const [slow, steady] = [
    await reader(w, get(w.admin, `/files/${id}/content`)),
    await reader(w, get(w.admin, `/files/${id}/content`)),
  ];
  // Ten times the minimum rate, and still five times the timeout of other responses.
  drip(steady, 256 * 1024, 20);
  drip(slow, 100, 20);
  await until('the steady one has all', () => steady.arrived() > 20 * MIB);
  await slow.cut;
  expect(slow.arrived()).toBeLessThan(20 * MIB);
});

test('returns 429 to a key with too many unread responses, serves others, and recovers', async () => {
  const { storage, reads } = counting();
  const w = await world({ storage, http: { unread: { perKey: 2 * MIB } } });
  await withLargePages(w);
  const hoarder = await reader(w, ...times(MANY, get(w.admin, '/tasks')));
  await until('too much waits', async () => (await w.admin.get('/me')).status === 429);
  const before = reads();
  const refused = await w.admin.get('/tasks');
  expect(outcome(refused)).toBe('429 RATE_LIMITED');
  expect(refused.headers['retry-after']).toBe('1');
  expect(outcome(await w.admin.post('/tasks', { title: 'One more' }))).toBe('429 RATE_LIMITED');
  expect(reads()).toBe(before);
  expect((await w.person.get('/tasks')).status).toBe(200);
  hoarder.socket.destroy();
  await until('it is served again', async () => (await w.admin.get('/tasks')).status === 200);
  expect((await w.admin.get('/tasks')).body.data).toHaveLength(2);
});

test('rejects only those pipelined requests that exceed the limit', async () => {
  const { storage, reads } = counting();
  const w = await world({ storage, http: { unread: { perKey: 2 * MIB } } });
  await withLargePages(w);
  const before = reads();
  const { received: said } = await reader(w, ...times(300, get(w.admin, '/tasks')));
  await until('too much waits', async () => (await w.admin.get('/me')).status === 429);
  await until('all are answered', () => statusesIn(said()).length === 300);
  // As many as the socket buffers and the key's limit allow.
  expect(statusesIn(said()).filter((status) => status === 200).length).toBeLessThan(50);
  expect(reads() - before).toBeLessThan(100);
});

test("requests without a key count against the address, and do not reduce any key's limit", async () => {
  const w = await world({ http: { unread: { perKey: 2 * MIB } } });
  const bundle = head('GET /docs/swagger-ui-bundle.js HTTP/1.1', 'Host: tandem');
  const { socket } = await reader(w);
  const { port } = w.server.address() as AddressInfo;
  const docs = async () => (await fetch(`http://127.0.0.1:${port}/docs/swagger-ui.css`)).status;
  await until('too much waits', async () => {
    socket.write(bundle);
    return (await docs()) === 429;
  });
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  expect((await w.admin.get('/me')).status).toBe(200);
});

test('above the total limit, cuts only the holder with the most unread bytes', async () => {
  const { storage, reads } = counting();
  const w = await world({ storage, http: { unread: { perKey: 64 * MIB, inAll: 12 * MIB } } });
  await withLargePages(w);
  const before = reads();
  const modest = await reader(w, ...times(4, get(w.person, '/tasks')));
  await until('the modest one has been answered', () => reads() - before >= 4);
  const greedy = await reader(w, ...times(MANY, get(w.admin, '/tasks')));
  await greedy.cut;
  await until('the other gets all', () => statusesIn(modest.received()).length === 4);
  expect((await w.admin.get('/me')).status).toBe(200);
});

test('reads nothing for requests whose client has disconnected', async () => {
  const { storage, reads } = counting();
  const w = await world({ storage });
  await withLargePages(w);
  const before = reads();
  const { socket } = await reader(w, ...times(300, get(w.admin, '/tasks')));
  await until('it has begun', () => reads() > before);
  socket.destroy();
  await pause(500);
  expect(reads() - before).toBeLessThan(150);
});

test('completes an accepted request even if its client disconnects first', async () => {
  const w = await world();
  const body = '{"title":"Accepted"}';
  const post = head(
    'POST /api/v1/tasks HTTP/1.1',
    'Host: tandem',
    `Authorization: Bearer ${w.admin.secret}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  );
  const { socket, received: said } = await reader(w, ...times(50, post + body));
  await until('the first is answered', () => said() !== '');
  socket.destroy();
  await until('all are made', async () => (await w.admin.readsAll('/tasks')).length === 50);
});

test('a key with very many requests does not make other keys wait for all of them', async () => {
  const { storage, reads } = counting();
  const w = await world({ storage });
  await withLargePages(w);
  const before = reads();
  const { received: said } = await reader(w, ...times(400, get(w.admin, '/tasks')));
  said();
  await until('it has begun', () => reads() > before);
  expect((await w.person.get('/tasks')).status).toBe(200);
  expect(reads() - before).toBeLessThan(200);
});

test('drops pipelined requests when their connection closes: waits end, and files are closed', async () => {
  let open = 0;
  const watched = (ports: Parameters<typeof inMemoryContents>[0]): FileContents => {
    const contents = inMemoryContents(ports);
    return {
      ...contents,
      read: async function* (id, range) {
        open++;
        try {
          yield* contents.read(id, range);
        } finally {
          open--;
        }
      },
    };
  };
  const w = await world({ contents: watched });
  const { id } = await upload(w.admin, 'x'.repeat(4 * MIB), 'large.bin');
  const { thread, turn } = await startChat(w.admin, w.agent.id);
  const wait = get(w.admin, `/chats/${thread.id}/turns/${turn.id}?wait=25`);
  const { socket } = await reader(w, wait, wait, get(w.admin, `/files/${id}/content`));
  await held(w.tandem, 2);
  await until('the file is open', () => open === 1);
  socket.destroy();
  await held(w.tandem, 0);
  await until('the file is closed', () => open === 0);
});
