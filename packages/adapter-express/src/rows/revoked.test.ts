import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { claim, held, startChat } from '../testing/conversation.ts';
import { type Holder, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

/** Starts a request and holds back its body; resolves when the server has accepted its headers and key. */
async function begin({ secret }: Holder, path: string, type: string, length: number): Promise<ClientRequest> {
  const { port } = w.server.address() as AddressInfo;
  const begun = request({
    port,
    path: `/api/v1${path}`,
    method: 'POST',
    headers: {
      Authorization: `Bearer ${secret}`,
      'Content-Type': type,
      'Content-Length': length,
      Expect: '100-continue',
    },
  });
  begun.flushHeaders();
  await once(begun, 'continue');
  return begun;
}

async function statusOf(sent: ClientRequest): Promise<number | undefined> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

const revoke = async ({ secret }: Holder) =>
  expect((await w.admin.request('delete', `/keys/${secret.split('_')[1]}`)).status).toBe(204);

describe('a key revoked during its request', () => {
  test('a request whose key is revoked ignores a body that arrives later', async () => {
    const body = JSON.stringify({ title: 'Late' });
    const begun = await begin(w.person, '/tasks', 'application/json', body.length);
    await revoke(w.person);
    begun.end(body);
    expect(await statusOf(begun)).toBe(401);
    expect((await w.admin.get('/tasks')).body.data).toEqual([]);
  });

  test('a file of a request whose key is revoked is not stored', async () => {
    const body =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nLate\r\n--x--\r\n';
    const begun = await begin(w.person, '/files', 'multipart/form-data; boundary=x', body.length);
    await revoke(w.person);
    begun.end(body);
    expect(await statusOf(begun)).toBe(401);
  });

  test('a request whose key is revoked gets no turn that is queued later; another claimer does', async () => {
    const agentId = w.agent.id;
    const waiting = w.agent.post(`/agents/${agentId}/turns/claim`, { wait: 25 });
    const answer = Promise.resolve(waiting);
    await held(w.tandem, 1);
    await revoke(w.agent);
    const { turn } = await startChat(w.admin, agentId);
    expect((await answer).status).toBe(401);
    expect((await claim(w.runtime, agentId)).turn.id).toBe(turn.id);
  });

  test('a request whose key is revoked does not receive the result that it waited for', async () => {
    const { thread, turn } = await startChat(w.person, w.agent.id);
    const answer = Promise.resolve(w.person.get(`/chats/${thread.id}/turns/${turn.id}`, { wait: '25' }));
    await held(w.tandem, 1);
    await revoke(w.person);
    const { turn: claimed, lease } = await claim(w.runtime, w.agent.id);
    await w.runtime.does('post', `/agents/${w.agent.id}/turns/${claimed.id}/reply`, {
      token: lease.token,
      body: 'A secret',
    });
    expect((await answer).status).toBe(401);
  });
});
