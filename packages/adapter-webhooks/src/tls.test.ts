import type { TLSSocket } from 'node:tls';
import { createWebhookSender } from './sender.ts';
import { type Certificate, certificateFor } from './testing/certificate.ts';
import { withEnvironment } from './testing/environment.ts';
import { attemptAt, endReceivers, receiver, TO_LOOPBACK } from './testing/receivers.ts';

afterEach(endReceivers);

const NAME = 'receiver.test';
const DAYS_MS = 24 * 60 * 60 * 1000;
const good = certificateFor(NAME);

/** Sends to a receiver with one certificate while trusting another. */
async function send(certificate: Certificate, { ca, host = NAME }: { ca?: string; host?: string } = {}) {
  const { port, received } = await receiver(undefined, certificate);
  const sender = createWebhookSender({ ...TO_LOOPBACK, allowHttp: false, ca });
  const outcome = await sender.send(attemptAt(`https://${host}:${port}/hooks`));
  return { outcome, received };
}

test('sends a message over TLS to a receiver with a certificate for the name', async () => {
  const { outcome, received } = await send(good, { ca: good.cert });
  expect(outcome).toMatchObject({ ok: true, code: 204 });
  expect(received[0]?.path).toBe('/hooks');
});

test('omits a trailing dot of the name from SNI', async () => {
  let asked: unknown;
  const { port } = await receiver((_, response) => {
    asked = (response.socket as TLSSocket).servername;
    response.end();
  }, good);
  const sender = createWebhookSender({ ...TO_LOOPBACK, ca: good.cert });
  expect(await sender.send(attemptAt(`https://${NAME}.:${port}/`))).toMatchObject({ ok: true });
  expect(asked).toBe(NAME);
});

test('accepts a certificate for an address', async () => {
  const certificate = certificateFor('127.0.0.1');
  const { outcome } = await send(certificate, { ca: certificate.cert, host: '127.0.0.1' });
  expect(outcome).toMatchObject({ ok: true, code: 204 });
});

const other = certificateFor('other.test');
const address = certificateFor('127.0.0.1');
const expired = certificateFor(NAME, Date.now() - 3 * DAYS_MS);
const early = certificateFor(NAME, Date.now() + 3 * DAYS_MS);

// biome-ignore format: a table
test.each([
  ['that no authority has signed',          good,    undefined,     NAME,        /^The certificate of the receiver cannot be trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.$/],
  ['that another authority has signed',   good,    other.cert,    NAME,        /^The certificate of the receiver cannot be trusted \(\w+\)\.$/],
  ['for another name',                      other,   other.cert,    NAME,        /^The certificate of the receiver is for another name\.$/],
  ['for the address, and not for the name', address, address.cert,  NAME,        /^The certificate of the receiver is for another name\.$/],
  ['for a name, and not for the address',   good,    good.cert,     '127.0.0.1', /^The certificate of the receiver is for another name\.$/],
  ['that has expired',                      expired, expired.cert,  NAME,        /^The certificate of the receiver has expired\.$/],
  ['that is not valid yet',                 early,   early.cert,    NAME,        /^The certificate of the receiver cannot be trusted \(CERT_NOT_YET_VALID\)\.$/],
])('sends nothing to a receiver with a certificate %s', async (_which, certificate, ca, host, answer) => {
  const { outcome, received } = await send(certificate, { host, ...(ca === undefined ? {} : { ca }) });
  expect(outcome).toMatchObject({ ok: false, code: null, answer: expect.stringMatching(answer) });
  expect(received).toEqual([]);
});

test('verifies certificates regardless of the environment', async () => {
  await withEnvironment({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, async () => {
    const { outcome, received } = await send(good);
    expect(outcome).toMatchObject({ ok: false, code: null });
    expect(received).toEqual([]);
  });
});

test('sends nothing to a receiver without TLS', async () => {
  const { port, received } = await receiver();
  const sender = createWebhookSender(TO_LOOPBACK);
  const outcome = await sender.send(attemptAt(`https://${NAME}:${port}/`));
  expect(outcome).toMatchObject({ ok: false, code: null });
  expect(outcome.answer).toMatch(/^The TLS connection failed \(\w+\)\.$/);
  expect(received).toEqual([]);
});
