import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { type Office, office } from '../../testing/api.ts';
import { cleanUp, stopped } from '../../testing/tandem.ts';

/** The shortest time limits allowed. adapter-express tests idle connections, in hostile-slow.test.ts. */
const PATIENCE = {
  TANDEM_REQUEST_TIMEOUT_MS: '1000',
  TANDEM_ANSWER_TIMEOUT_MS: '1000',
  TANDEM_UNREAD_MIB_PER_KEY: '4',
  TANDEM_SHUTDOWN_TIMEOUT_MS: '500',
};
const MIB = 1024 * 1024;
/** Tasks that fill a page: 400 kB each. */
const LARGE = 3;
/** How often a slow client sends a byte: often enough never to seem idle. */
const DRIP_MS = 50;

let world: Office;
const drips: NodeJS.Timeout[] = [];

beforeAll(async () => {
  world = await office(PATIENCE);
});

afterEach(() => {
  for (const drip of drips.splice(0)) clearInterval(drip);
});

afterAll(cleanUp);

interface Slow {
  readonly socket: Socket;
  /** The server's complete output, once it has closed the connection. */
  readonly answer: Promise<string>;
}

/** Sends a first part at once, and then one byte at a time until it is cut off. */
async function slowly(text: string, drop: string | null): Promise<Slow> {
  const { hostname, port } = new URL(world.server.url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    received += part;
  });
  socket.on('error', () => undefined);
  const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  await once(socket, 'connect');
  socket.write(text);
  if (drop !== null) drips.push(setInterval(() => socket.writable && socket.write(drop), DRIP_MS));
  return { socket, answer };
}

const head = (line: string, ...headers: string[]): string =>
  [line, 'Host: tandem', `Authorization: Bearer ${world.adminKey}`, ...headers, '', ''].join('\r\n');

const newTask = () =>
  head('POST /api/v1/tasks HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 100000');
const chunkedTask = () =>
  head('POST /api/v1/tasks HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked');
const newFile = () =>
  head(
    'POST /api/v1/files HTTP/1.1',
    'Content-Type: multipart/form-data; boundary=cut',
    'Content-Length: 10000000',
  ) +
  '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n' +
  `Content-Type: text/plain\r\n\r\n${'x'.repeat(300_000)}`;

/** Requests of other clients at the same time. */
const served = async () => expect((await world.ada('GET', 'me')).status).toBe(200);

/** The first part that each slow client sends, and the rest that it drips. */
const WAYS: Record<string, readonly [() => string, string | null]> = {
  'headers drip': [() => 'GET /api/v1/me HTTP/1.1\r\nHost: tandem\r\nX-Slow: ', 'x'],
  'headers stop': [() => 'GET /api/v1/me HTTP/1.1\r\nHost:', null],
  'the request line drips': [() => 'GET /', 'x'],
  'nothing is ever said': [() => '', null],
  'a body drips': [() => `${newTask()}{"title":"`, 'x'],
  'a body stops': [() => `${newTask()}{"title":"`, null],
  'a chunked body drips': [chunkedTask, '1\r\n \r\n'],
  'a body drips that nobody reads': [() => `${newTask().replace('/tasks', '/nothing')}{`, 'x'],
  'an upload drips': [newFile, 'x'],
  'an upload stops': [newFile, null],
};

test('slow clients of every kind are disconnected, while others are served', async () => {
  const slow = new Map<string, Slow>();
  for (const [way, [text, drop]] of Object.entries(WAYS)) slow.set(way, await slowly(text(), drop));
  await served();
  for (const [way, { answer }] of slow) {
    // Clients without a response yet receive the reason.
    expect([way, await answer]).toEqual([way, expect.stringMatching(/^(HTTP\/1\.1 (408|404) |$)/)]);
  }
  await served();
  expect((await world.ada('GET', 'tasks')).body.data).toEqual([]);
});

test('an upload that is cut off leaves no bytes behind', async () => {
  const files = join(world.dataDir, 'files');
  const slow = await slowly(newFile(), 'x');
  while (filesIn(files).length === 0) await pause();
  await slow.answer;
  while (filesIn(files).length > 0) await pause();
  await served();
});

const pause = () => new Promise((resolve) => setTimeout(resolve, 10));

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];

test('clients that read drop by drop are disconnected, and use no memory that others need', async () => {
  for (let i = 0; i < LARGE; i++) {
    await world.ada('POST', 'tasks', { title: 'Large', description: '\u{1f989}'.repeat(100_000) });
  }
  const pages = head('GET /api/v1/tasks?limit=100 HTTP/1.1').repeat(20);
  const before = await memory();
  const sockets: Socket[] = [];
  for (let i = 0; i < 40; i++) {
    const { socket } = await slowly(pages, null);
    sockets.push(socket.pause());
    drips.push(setInterval(() => socket.read(100) ?? socket.read(), DRIP_MS));
  }
  const list = async () => (await world.ada('GET', 'tasks')).status;
  await until(async () => (await list()) === 429);
  // They have asked for 640 MiB.
  expect((await memory()) - before).toBeLessThan(200 * MIB);
  // At this rate 4 MiB would take an hour.
  await until(async () => (await list()) === 200);
  // Clients that are not cut off yet would ask for more.
  for (const socket of sockets) socket.destroy();
  await until(async () => (await list()) === 200);
});

/** The server's resident memory. */
async function memory(): Promise<number> {
  const text = await (await fetch(`${world.server.url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]);
}

async function until(met: () => Promise<boolean>): Promise<void> {
  while (!(await met())) await pause();
}

test("a hundred slow clients of every kind delay neither other clients nor the server's stop", async () => {
  const texts = [newTask, newFile, () => 'GET /api/v1/me HTTP/1.1\r\nX-Slow: ', () => ''];
  const slow = await Promise.all(Array.from({ length: 100 }, (_, i) => slowly(texts[i % 4]?.() ?? '', 'x')));
  for (let i = 1; i <= 20; i++) {
    const { status, body } = await world.ada('POST', 'tasks', { title: `Task ${i}` });
    expect([status, body.taskNumber]).toEqual([201, LARGE + i]);
  }
  const { code } = await stopped(world.server);
  expect(code).toBe(0);
  await Promise.all(slow.map(({ answer }) => answer));
});
