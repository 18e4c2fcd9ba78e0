import { once } from 'node:events';
import { Agent } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { head } from '../testing/fuzz/raw.ts';
import { type World, world } from '../testing/world.ts';

/*
 * How long a connection may be idle, on a real socket. The built server has no setting for it, so it is tried
 * here, with less patience; apps/server/src/slow-clients.test.ts has what can be set.
 */

let w: World;
const sockets: Socket[] = [];

beforeEach(async () => {
  w = await world({ http: { timeouts: { idle: 400, headers: 400, request: 800 } } });
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  expect(w.faults).toEqual([]);
});

/** A connection on which the test says what it likes; `closed` resolves when the server ends it. */
async function opened(): Promise<{ socket: Socket; closed: Promise<unknown> }> {
  const socket = connect((w.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  return { socket, closed };
}

const auth = () => `Authorization: Bearer ${w.admin.secret}`;

/** Every request over a connection of its own: one that is kept may be closed as idle just when it is used again. */
const fresh = new Agent({ keepAlive: false });

const served = async () => expect((await w.admin.request('get', '/me').agent(fresh)).status).toBe(200);

test('a connection that is kept open and asks for nothing more is closed', async () => {
  const { socket, closed } = await opened();
  socket.write(head('GET /api/v1/me HTTP/1.1', 'Host: tandem', auth()));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  await served();
  await closed;
});

test('a body that is announced as too large is 413 before it comes', async () => {
  const { socket } = await opened();
  const announced = ['Content-Type: application/json', 'Content-Length: 99999999'];
  socket.write(head('POST /api/v1/tasks HTTP/1.1', 'Host: tandem', auth(), ...announced));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
  await served();
});

test('a connection on which nothing was ever said is closed', async () => {
  const { closed } = await opened();
  await closed;
  await served();
});

test('a download that nobody reads is given up, and its bytes with it, while others are served', async () => {
  const content = Buffer.alloc(20 * 1024 * 1024);
  const { body: file } = await w.admin
    .request('post', '/files')
    .agent(fresh)
    .attach('file', content, 'large.bin');
  const accepted = once(w.server, 'connection');
  const { socket, closed } = await opened();
  const [connection] = (await accepted) as [Socket];
  const given = new Promise((resolve) => connection.once('close', resolve));
  // What is not read fills the buffers of both ends, and then nothing moves.
  socket.pause();
  socket.write(head(`GET /api/v1/files/${file.id}/content HTTP/1.1`, 'Host: tandem', auth()));
  await served();
  await given;
  socket.resume();
  await closed;
  expect(socket.bytesRead).toBeLessThan(content.length);
  await served();
});

test('a hundred clients that dawdle keep nobody else from being served', async () => {
  const closings: Promise<unknown>[] = [];
  for (let i = 0; i < 100; i++) {
    const { socket, closed } = await opened();
    socket.write('GET /api/v1/me HTTP/1.1\r\nHost: tandem\r\nX-Slow: ');
    closings.push(closed);
  }
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 50);
  try {
    await served();
    await Promise.all(closings);
  } finally {
    clearInterval(drip);
  }
  await served();
});
