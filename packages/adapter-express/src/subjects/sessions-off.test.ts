import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createHttpServer } from '../server.ts';
import { apiOf } from '../testing/api.ts';
import { sendTo } from '../testing/client.ts';
import { outcome, world } from '../testing/world.ts';

test('with browser sessions off, sign-in is refused and earlier sessions are invalid', async () => {
  const { tandem, admin, id } = await world();
  const server = createHttpServer({ tandem, newId: randomUUID, rateLimit: 0, browserSessions: false });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { session, secret } = await tandem.sessions.create({ key: admin.secret });
    const { code } = await tandem.operator.createLink(id, 'ada');
    for (const by of [{ key: admin.secret }, { code }]) {
      const refused = await apiOf(server, undefined).post('/sessions', by);
      expect([outcome(refused), refused.headers['set-cookie']]).toEqual(['404 NOT_FOUND', undefined]);
    }
    expect(outcome(await apiOf(server, undefined).post('/sessions/preview', { code }))).toBe('404 NOT_FOUND');
    expect(outcome(await apiOf(server, admin.secret).post('/sessions/links'))).toBe('404 NOT_FOUND');
    const { port } = server.address() as AddressInfo;
    const headers = {
      Cookie: `tandem-${port}=${secret}`,
      'Sec-Fetch-Site': 'same-origin',
      'Tandem-Session': '1',
    };
    expect((await sendTo(server, { method: 'GET', path: '/api/v1/me', headers })).status).toBe(401);

    const api = apiOf(server, admin.secret);
    expect((await api.get('/sessions')).body.data).toMatchObject([{ id: session.id }]);
    expect((await api.delete(`/sessions/${session.id}`)).status).toBe(204);
    // The code of the link is still good where browsers can sign in.
    expect((await tandem.sessions.create({ code })).session.memberId).toBe(admin.id);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
