import { once } from 'node:events';
import { Agent } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { head } from '../testing/fuzz/raw.ts';
import { type World, world } from '../testing/world.ts';

/*
 * Idle timeouts on a real socket, shortened here because the built server has no setting for them;
 * apps/server/src/serve/slow-clients.test.ts tests those that can be set.
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

/** A raw connection; `closed` resolves when the server closes it. */
async function opened(): Promise<{ socket: Socket; closed: Promise<unknown> }> {
  const socket = connect((w.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  return { socket, closed };
}

const auth = () => `Authorization: Bearer ${w.admin.secret}`;

/** Each request uses a new connection: a kept one may be closed as idle just before it is used. */
const fresh = new Agent({ keepAlive: false });

const served = async () => expect((await w.admin.request('get', '/me').agent(fresh)).status).toBe(200);

test('closes an idle connection after a request', async () => {
  const { socket, closed } = await opened();
  socket.write(head('GET /api/v1/me HTTP/1.1', 'Host: tandem', auth()));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  await served();
  await closed;
});

test('returns 413 for an announced body that is too large before it arrives', async () => {
  const { socket } = await opened();
  const announced = ['Content-Type: application/json', 'Content-Length: 99999999'];
  socket.write(head('POST /api/v1/tasks HTTP/1.1', 'Host: tandem', auth(), ...announced));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
  await served();
});

test('closes a connection without any request', async () => {
  const { socket, closed } = await opened();
  // The idle timeout just closes it, the one for headers sends 408 first: whichever is first.
  socket.resume();
  await closed;
  await served();
});

test('aborts a download that is not read, while others are served', async () => {
  const content = Buffer.alloc(20 * 1024 * 1024);
  const { body: file } = await w.admin
    .request('post', '/files')
    .agent(fresh)
    .attach('file', content, 'large.bin');
  const accepted = once(w.server, 'connection');
  const { socket, closed } = await opened();
  const [connection] = (await accepted) as [Socket];
  const given = new Promise((resolve) => connection.once('close', resolve));
  // Unread data fills the buffers on both ends until nothing moves.
  socket.pause();
  socket.write(head(`GET /api/v1/files/${file.id}/content HTTP/1.1`, 'Host: tandem', auth()));
  await served();
  await given;
  socket.resume();
  await closed;
  expect(socket.bytesRead).toBeLessThan(content.length);
  await served();
});

test('a hundred slow clients do not block others', async () => {
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
