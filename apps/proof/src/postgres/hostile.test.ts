import { createHttpServer } from '@tandem/adapter-express';
import { nodePorts } from '@tandem/adapter-node';
import { postgresStorage } from '@tandem/adapter-postgres';
import { onPostgres } from '@tandem/adapter-postgres/testing';
import { createTandem, type Tandem } from '@tandem/core';
import { apiOf, listen } from '@tandem/server/testing';

/*
 * All tests of the HTTP interface can run on PostgreSQL (TANDEM_TEST_STORAGE). This file has the requests that only
 * PostgreSQL rejects.
 */
onPostgres('on PostgreSQL', ({ newDatabase }) => {
  let tandem: Tandem;
  let url: string;
  let key: string;
  let end: () => Promise<unknown>;
  const faults: unknown[] = [];
  beforeAll(async () => {
    const ports = nodePorts();
    const storage = await postgresStorage({ url: await newDatabase(), connections: 4, allowUnsafe: true });
    tandem = createTandem({ ...ports, storage });
    const onError = (error: unknown) => faults.push(error);
    const server = createHttpServer({ tandem, newId: ports.newId, rateLimit: 0, onError });
    ({ url } = await listen(server, '127.0.0.1', 0));
    ({ secret: key } = await tandem.operator.createWorkspace({ name: 'Acme', admin: { name: 'ada' } }));
    end = () => new Promise((resolve) => server.close(resolve));
  });
  afterAll(async () => {
    await end();
    await tandem.close();
  });

  test.each(['chats/a%00b', 'chats/%00/messages', 'webhooks/%00', 'members/%00', 'files/a%00', 'tasks/%00'])(
    'a NUL in the path of %s is a client error, not an internal one',
    async (path) => {
      const { status } = await apiOf(url, key)('GET', path);
      expect([400, 404]).toContain(status);
      expect(faults).toEqual([]);
    },
  );

  test.each([
    ['tasks', { title: 'a\0b' }],
    ['tasks', { title: 'half \ud83d' }],
    ['tasks', { title: 'Tagged', tags: ['a\0'] }],
    ['labels', { name: '\0' }],
    ['tasks', { title: 'Large', description: '\u{10ffff}'.repeat(10_000) }],
  ])(
    'a text that PostgreSQL cannot store in %s is refused, and other texts are stored unchanged: %#',
    async (path, body) => {
      const answer = await apiOf(url, key)('POST', path, body);
      if (answer.status === 201) expect(answer.body).toMatchObject(body);
      else expect(answer.status).toBe(400);
      expect(faults).toEqual([]);
    },
  );
});
