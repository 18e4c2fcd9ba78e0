import { connect } from 'node:net';
import { type World, world } from '../testing/world.ts';

/* Most bodies pass by the general parser; it must not be possible to tell. */

let w: World;
beforeAll(async () => {
  w = await world();
});

/** Sends bytes with a content type. A quoted charset selects the general parser. */
async function sent(bytes: Buffer, type: string) {
  const { status, body } = await w.admin
    .request('post', '/tasks')
    .set('Content-Type', type)
    .serialize((raw) => raw as string)
    .send(bytes as never);
  const { id, taskNumber, createdAt, updatedAt, ...task } = body;
  const { requestId, ...error } = body.error ?? {};
  return { status, ...(body.error ? error : task) };
}

const text = (content: string) => Buffer.from(content);

test.each<[string, Buffer]>([
  ['an object', text('{"title":"A","tags":["ü","𝄞"]}')],
  ['a mark of the order of bytes', text('\uFEFF{"title":"A"}')],
  ['two of them', text('\uFEFF\uFEFF{"title":"A"}')],
  ['nothing but one', text('\uFEFF')],
  ['white space', text('   ')],
  ['a number', text('1')],
  ['null', text('null')],
  ['a list', text('[]')],
  ['a broken object', text('{"title":"A"')],
  ['bytes that are no UTF-8', Buffer.from([...text('{"title":"'), 0xff, 0xc3, ...text('"}')])],
  ['half a character at the end', Buffer.from([...text('{"title":"A"}'), 0xe2, 0x82])],
  ['half a surrogate pair', text('{"title":"\\ud800"}')],
  ['a NUL', text('{"title":"\\u0000"}')],
  ['too many levels', text(`{"title":"A","x":${'['.repeat(40)}${']'.repeat(40)}}`)],
  ['too many parts', text(`{"title":"A","x":[${'[],'.repeat(20_001)}[]]}`)],
  ['names of the language', text('{"title":"A","__proto__":{"status":"done"}}')],
])('a body with %s gets the same response as from the general parser', async (_, bytes) => {
  const plain = await sent(bytes, 'application/json');
  expect(plain).toEqual(await sent(bytes, 'application/json; charset="utf-8"'));
});

test('a body that arrives in chunks is read whole', async () => {
  const body = text(`{"title":"${'ü'.repeat(100)}"}`);
  const { port } = w.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
  socket.write(
    `POST /api/v1/tasks HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${w.admin.secret}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  for (const byte of [body.subarray(0, 21), body.subarray(21, 22), body.subarray(22)]) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.write(byte);
  }
  expect(await answered).toMatch(/^HTTP\/1.1 201 /);
  socket.destroy();
});
