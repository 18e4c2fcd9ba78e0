import { spawn } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createWebhookSender } from './sender.ts';
import { attemptAt, endReceivers, rawReceiver, receiver, TO_LOOPBACK } from './testing/receivers.ts';

/* Receivers that respond late, never, partially, excessively, or with invalid HTTP. */

afterEach(endReceivers);

const TIMEOUT_MS = 700;
const impatient = createWebhookSender({ ...TO_LOOPBACK, timeoutMs: TIMEOUT_MS });
const patient = createWebhookSender(TO_LOOPBACK);
const NO_ANSWER = { ok: false, code: null, answer: 'No response arrived within 0.7 s.', retryAfterMs: null };

const sendTo = (port: number, sender = patient, scheme = 'http') =>
  sender.send(attemptAt(`${scheme}://receiver.test:${port}/`));

/** Reads a request with its body, then responds with these bytes and keeps the connection open. */
const answering = (bytes: string | Buffer, then: (socket: Socket) => void = () => undefined) =>
  rawReceiver((socket) => {
    let request = '';
    socket.on('data', (chunk) => {
      request += chunk;
      if (!request.endsWith('}')) return;
      socket.write(bytes);
      then(socket);
    });
  });

/** Waits for the receiver's socket to close. */
const expectClosed = async (socket: Socket | undefined) => {
  for (let i = 0; i < 100 && socket?.closed === false; i++) await inAMoment();
  expect(socket?.closed).toBe(true);
};
const inAMoment = () => new Promise((resolve) => setTimeout(resolve, 50));

test.each([
  ['that sends nothing', 'http', ''],
  ['that sends nothing in the TLS handshake', 'https', ''],
  ['that ends in a status line', 'http', 'HTTP/1.1 200'],
  ['that ends in a header', 'http', 'HTTP/1.1 200 OK\r\nx-header: 1'],
  ['that sends interim responses repeatedly', 'http', 'HTTP/1.1 103 Early Hints\r\nx: y\r\n\r\n'.repeat(3)],
])('a receiver %s is cut off after the time limit', async (_which, scheme, bytes) => {
  let socket: Socket | undefined;
  const { port } = await rawReceiver((opened) => {
    socket = opened;
    opened.on('data', (chunk) => chunk.includes('}') && opened.write(bytes));
  });
  const outcome = await sendTo(port, impatient, scheme);
  expect(outcome).toMatchObject(NO_ANSWER);
  // Node counts a timer from the start of the current turn of its event loop, which may have lasted a while.
  expect(outcome.durationMs).toBeGreaterThanOrEqual(TIMEOUT_MS - 50);
  expect(outcome.durationMs).toBeLessThan(TIMEOUT_MS + 2_000);
  await expectClosed(socket);
});

test('a receiver that sends a header byte by byte forever is cut off after the time limit', async () => {
  const { port } = await rawReceiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const drip = setInterval(() => socket.write('x: y\r\n'), 20);
    socket.on('close', () => clearInterval(drip));
  });
  expect(await sendTo(port, impatient)).toMatchObject(NO_ANSWER);
});

test('a receiver that accepts no connection is given up, and the connection with it', async () => {
  // It listens and then blocks forever: the system accepts two connections for it, and no more.
  const script = `
    const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('node:fs').writeSync(1, String(server.address().port));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const deaf = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const waiting: Socket[] = [];
  try {
    const [chunk] = await once(deaf.stdout, 'data');
    const port = Number(chunk);
    for (let i = 0; i < 4; i++) waiting.push(connect(port, '127.0.0.1').on('error', () => undefined));
    await inAMoment();
    expect(waiting.filter(({ connecting }) => connecting)).not.toEqual([]);
    const outcome = await sendTo(port, impatient);
    expect(outcome).toMatchObject(NO_ANSWER);
    expect(outcome.durationMs).toBeLessThan(TIMEOUT_MS + 2_000);
  } finally {
    for (const socket of waiting) socket.destroy();
    deaf.kill('SIGKILL');
  }
});

test('a refused connection is reported', async () => {
  const { port } = await receiver();
  await endReceivers();
  expect(await sendTo(port)).toMatchObject({
    ok: false,
    code: null,
    answer: 'The receiver refused the connection.',
  });
});

test.each([
  ['before it has read anything', (socket: Socket) => socket.destroy()],
  ['with a reset', (socket: Socket) => socket.resetAndDestroy()],
  ['once it has the message', (socket: Socket) => socket.once('data', () => socket.destroy())],
  ['in the middle of a header', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nx-hea')],
])('a receiver that cuts the connection %s has not responded', async (_when, cut) => {
  const { port, connections } = await rawReceiver(cut);
  expect(await sendTo(port)).toMatchObject({
    ok: false,
    code: null,
    answer: 'The connection was closed before a response arrived.',
  });
  expect(connections()).toBe(1);
});

test.each([
  ['stalls in the body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nthank', () => undefined],
  [
    'dies in the body',
    'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nthank',
    (socket: Socket) => void setTimeout(() => socket.destroy(), 50),
  ],
  ['stalls in a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nthank', () => undefined],
  [
    'breaks its chunks',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nthank\r\nno number\r\n',
    () => undefined,
  ],
])('a receiver that %s has responded: its status counts', async (_what, bytes, then) => {
  const { port } = await answering(bytes, then);
  const outcome = await sendTo(port, impatient);
  expect(outcome).toMatchObject({ ok: true, code: 200, answer: 'thank' });
  expect(outcome.durationMs).toBeLessThan(TIMEOUT_MS + 2_000);
});

test('the sender does not wait for the rest of a long body', async () => {
  const { port } = await answering(`HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n${'a'.repeat(2_000)}`);
  const outcome = await sendTo(port);
  expect(outcome).toMatchObject({ ok: true, code: 200, answer: 'a'.repeat(1024) });
  expect(outcome.durationMs).toBeLessThan(10_000);
});

test('the sender reads 1,024 bytes of an endless body, then cuts the connection', async () => {
  const MIB = Buffer.alloc(1024 * 1024, 'a');
  let sent = 0;
  let socket: Socket | undefined;
  const { port } = await answering('HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n', (opened) => {
    socket = opened;
    const more = () => {
      while (!opened.destroyed && sent < 1024 * MIB.length) {
        sent += MIB.length;
        if (!opened.write(MIB)) return void opened.once('drain', more);
      }
    };
    more();
  });
  const outcome = await sendTo(port);
  expect(outcome).toMatchObject({ ok: true, code: 200, answer: 'a'.repeat(1024) });
  await expectClosed(socket);
  expect(sent).toBeLessThan(32 * MIB.length);
});

// biome-ignore format: a table
test.each([
  ['interim responses',   '',                                                             'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ['a reason',            'HTTP/1.1 200 ',                                                'a'],
  ['a chunk’s extension', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5;',     'a'],
])('a receiver that sends %s endlessly is cut off before the time limit', async (_what, begin, again) => {
  const flood = Buffer.from(again.repeat(64 * 1024));
  let socket: Socket | undefined;
  const { port } = await answering(begin, (opened) => {
    socket = opened;
    const more = () => {
      while (!opened.destroyed && opened.write(flood));
      opened.once('drain', more);
    };
    more();
  });
  const outcome = await sendTo(port);
  expect(outcome.durationMs).toBeLessThan(10_000);
  if (outcome.code === null) expect(outcome.answer).toBe('The receiver sent too much data.');
  await expectClosed(socket);
});

test('the sender does not decompress a body, even a zip bomb', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  for (const encoding of ['gzip', 'GZIP', 'br', 'gzip, gzip']) {
    const { port } = await receiver((_, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb);
    });
    expect(await sendTo(port)).toMatchObject({
      ok: true,
      code: 200,
      answer: 'The response was compressed and is not shown.',
    });
  }
});

test.each([
  ['one header', `x: ${'a'.repeat(17 * 1024)}\r\n`],
  ['many headers', 'x: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(600)],
])('the sender accepts 16 kB of headers, and not %s more', async (_what, headers) => {
  const { port } = await answering(`HTTP/1.1 200 OK\r\n${headers}\r\n`);
  expect(await sendTo(port)).toMatchObject({
    ok: false,
    code: null,
    answer: 'The response headers are too large.',
  });
});

test.each([
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['an invalid status', 'HTTP/1.1 2xx OK\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
])('a response that is not HTTP counts as none: %s', async (_what, bytes) => {
  const { port } = await answering(bytes);
  expect(await sendTo(port)).toMatchObject({
    ok: false,
    code: null,
    answer: 'The receiver did not respond with valid HTTP.',
  });
});

describe('aborting', () => {
  const stalling = () => rawReceiver((socket) => void socket.on('data', () => undefined));

  test('a signal aborts its attempt and no other', async () => {
    const { port } = await stalling();
    const own = createWebhookSender({ ...TO_LOOPBACK, timeoutMs: 1_000 });
    const gone = new AbortController();
    const url = `http://receiver.test:${port}/`;
    const ended = own.send(attemptAt(url), gone.signal);
    const other = own.send(attemptAt(url), new AbortController().signal);
    await inAMoment();
    gone.abort();
    expect(await ended).toMatchObject({
      ok: false,
      code: null,
      answer: 'The attempt was canceled before a response arrived.',
    });
    expect(await other).toMatchObject({ answer: 'No response arrived within 1 s.' });
  });

  test('an attempt whose signal has already been aborted does not start', async () => {
    const { port, connections } = await stalling();
    const outcome = await patient.send(attemptAt(`http://receiver.test:${port}/`), AbortSignal.abort());
    expect(outcome).toMatchObject({ ok: false, code: null });
    expect(connections()).toBe(0);
  });

  test('a signal aborts its attempt at any stage', async () => {
    const { port } = await stalling();
    const own = createWebhookSender(TO_LOOPBACK);
    const since = performance.now();
    const sending = Array.from({ length: 100 }, (_, turns) => {
      const gone = new AbortController();
      const later = (left: number): void =>
        left === 0 ? gone.abort() : queueMicrotask(() => later(left - 1));
      later(turns);
      return own.send(attemptAt(`http://receiver.test:${port}/`), gone.signal);
    });
    for (const outcome of await Promise.all(sending))
      expect(outcome).toMatchObject({ ok: false, code: null });
    expect(performance.now() - since).toBeLessThan(10_000);
  });

  test('closing aborts all attempts and resolves after them; nothing is sent afterwards', async () => {
    const { port, connections } = await stalling();
    const own = createWebhookSender(TO_LOOPBACK);
    const url = `http://receiver.test:${port}/`;
    const outcomes: unknown[] = [];
    for (let i = 0; i < 3; i++) void own.send(attemptAt(url)).then((outcome) => outcomes.push(outcome));
    await inAMoment();
    await own.close();
    await new Promise(setImmediate);
    const answer = 'The server stopped before a response arrived.';
    expect(outcomes).toEqual(Array(3).fill(expect.objectContaining({ ok: false, code: null, answer })));
    expect(await own.send(attemptAt(url))).toMatchObject({ ok: false, code: null });
    expect(connections()).toBe(3);
    await own.close();
  });

  test('many attempts with one signal leave no listeners on it', async () => {
    const { port } = await receiver();
    const gone = new AbortController();
    const url = `http://receiver.test:${port}/`;
    const added = jest.spyOn(gone.signal, 'addEventListener');
    await Promise.all(Array.from({ length: 50 }, () => patient.send(attemptAt(url), gone.signal)));
    expect(added).toHaveBeenCalledTimes(50);
    expect(getEventListeners(gone.signal, 'abort')).toEqual([]);
  });
});
