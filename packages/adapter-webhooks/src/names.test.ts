import { nameResolver } from './names.ts';
import { createWebhookSender, type WebhookSenderOptions } from './sender.ts';
import { type DnsServer, dnsServer } from './testing/dns-server.ts';
import { attemptAt, endReceivers, receiver, TO_LOOPBACK } from './testing/receivers.ts';

afterEach(endReceivers);

const NOT_PUBLIC = "Nothing was sent: the receiver's host name resolves to an address that is not public.";

describe('a resolver that lies', () => {
  const sendBy = (port: number, resolve: WebhookSenderOptions['resolve'], allowNets = ['127.0.0.1/32']) =>
    createWebhookSender({ allowHttp: true, allowNets, resolve, timeoutMs: 2_000 }).send(
      attemptAt(`http://receiver.test:${port}/`),
    );

  // biome-ignore format: a table
  test.each([
    ['private',                           ['10.0.0.1']],
    ['loopback',                          ['127.0.0.2']],
    ['metadata',                          ['169.254.169.254']],
    ['loopback in IPv6',                  ['::1']],
    ['IPv4 in IPv6',                      ['::ffff:127.0.0.2']],
    ['NAT64',                             ['64:ff9b::7f00:2']],
    ['with a zone',                       ['fe80::1%lo']],
    ['a good one and a bad one',          ['127.0.0.1', '10.0.0.1']],
    ['a bad one and a good one',          ['10.0.0.1', '127.0.0.1']],
    ['a bad one among many',              [...Array(20).fill('127.0.0.1'), '::', ...Array(20).fill('127.0.0.1')]],
    ['what is no address, but a name',    ['localhost']],
    ['a number',                          ['2130706433']],
    ['nothing in an address',             ['']],
  ])('a lying resolver cannot lead to a forbidden address: %s', async (_what, addresses) => {
    const { port, connections } = await receiver();
    expect(await sendBy(port, async () => addresses)).toMatchObject({ ok: false, code: null, answer: NOT_PUBLIC });
    expect(connections()).toBe(0);
  });

  test('the resolver is queried once per attempt, and the validated address is connected to', async () => {
    const { port, received } = await receiver();
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return answers[asked.length - 1] ?? ['10.0.0.1'];
    };
    expect(await sendBy(port, resolve)).toMatchObject({ ok: true, code: 204 });
    expect(asked).toEqual(['receiver.test']);
    expect(received[0]?.headers.host).toBe(`receiver.test:${port}`);
  });

  test('the resolver is queried again for the next attempt, whose addresses are validated again', async () => {
    const { port, connections } = await receiver();
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const sender = createWebhookSender({
      allowHttp: true,
      allowNets: ['127.0.0.1'],
      resolve: async () => answers.shift() ?? [],
    });
    const attempt = attemptAt(`http://receiver.test:${port}/`);
    expect(await sender.send(attempt)).toMatchObject({ ok: true });
    expect(await sender.send(attempt)).toMatchObject({ ok: false, answer: NOT_PUBLIC });
    expect(connections()).toBe(1);
  });

  test('a resolver cannot change a validated answer afterwards', async () => {
    const { port, connections } = await receiver();
    for (let turns = 0; turns < 40; turns++) {
      const answer = ['127.0.0.2'];
      const later = (left: number): void =>
        left === 0 ? void answer.splice(0, 1, '127.0.0.1') : queueMicrotask(() => later(left - 1));
      const resolve = async () => {
        later(turns);
        return answer;
      };
      await sendBy(port, resolve, ['127.0.0.2/32']);
    }
    expect(connections()).toBe(0);
  });

  test('a resolver without addresses leads nowhere, and its failure is reported', async () => {
    expect(await sendBy(1, async () => [])).toMatchObject({
      answer: "The receiver's host name has no addresses.",
    });
    const failing = async () => {
      throw Object.assign(new Error('10.9.8.7 is down'), { code: 'ESERVFAIL' });
    };
    expect(await sendBy(1, failing)).toMatchObject({
      ok: false,
      code: null,
      answer: "The receiver's host name could not be looked up (ESERVFAIL).",
    });
  });

  test('a resolver that never answers takes at most the time limit of an attempt', async () => {
    const sender = createWebhookSender({ resolve: () => new Promise(() => undefined), timeoutMs: 200 });
    const outcome = await sender.send(attemptAt('https://receiver.test/'));
    expect(outcome).toMatchObject({ ok: false, code: null, answer: 'No response arrived within 0.2 s.' });
  });

  test('the next address is tried when one is unreachable', async () => {
    const { port, received } = await receiver();
    const resolve = async () => ['127.0.0.9', '127.0.0.1'];
    expect(await sendBy(port, resolve, ['127.0.0.0/8'])).toMatchObject({ ok: true });
    expect(received).toHaveLength(1);
  });
});

describe('names', () => {
  let dns: DnsServer;
  const ADDRESSES: Readonly<Record<string, readonly string[] | null>> = {
    'receiver.test': ['127.0.0.1', '127.0.0.2'],
    'nobody.test': null,
    'nothing.test': [],
  };
  beforeEach(async () => {
    dns = await dnsServer((name) => ADDRESSES[name]);
  });
  afterEach(() => dns.close());

  const within = (ms: number) => AbortSignal.timeout(ms);
  const resolverOf = (systemNames: boolean) => nameResolver({ systemNames, servers: [dns.address] });

  test('names resolve to all their addresses', async () => {
    expect(await resolverOf(false)('receiver.test', within(2_000))).toEqual(['127.0.0.1', '127.0.0.2']);
  });

  test.each([
    ['nobody.test', 'ENOTFOUND'],
    ['nothing.test', 'ENODATA'],
  ])('names that do not resolve are refused: %s, %s', async (name, code) => {
    await expect(resolverOf(false)(name, within(2_000))).rejects.toMatchObject({ code });
  });

  test('names of this machine are resolved by the system only if an internal network is allowed', async () => {
    expect(await resolverOf(true)('localhost', within(2_000))).toContain('127.0.0.1');
    expect(dns.asked).toEqual([]);
    const [answer] = await Promise.allSettled([resolverOf(false)('localhost', within(200))]);
    expect(answer?.status).toBe('rejected');
  });

  test('names with slow servers do not delay others, and are given up after the time limit', async () => {
    const sender = createWebhookSender({ ...TO_LOOPBACK, resolve: resolverOf(true), timeoutMs: 1_000 });
    const slow = Array.from({ length: 20 }, (_, i) => sender.send(attemptAt(`https://slow${i}.test/`)));
    const { port } = await receiver();
    const quick = await sender.send(attemptAt(`http://receiver.test:${port}/`));
    expect(quick).toMatchObject({ ok: true });
    expect(quick.durationMs).toBeLessThan(900);
    for (const outcome of await Promise.all(slow)) {
      expect(outcome).toMatchObject({ ok: false, answer: 'No response arrived within 1 s.' });
      expect(outcome.durationMs).toBeLessThan(3_000);
    }
    expect(new Set(dns.asked).size).toBe(21);
  });
});
