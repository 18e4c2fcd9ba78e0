import { cleanUp, keepWhatRuns, newAgent, type Office, officeHere } from '../../testing/index.ts';
import { leaveTools, type Tools, toolsBy, toolsOver } from '../../testing/mcp.ts';

/* The agent tools as MCP clients see them, from a server and from `tandem mcp`. */

let here: Office;

beforeAll(async () => {
  here = await officeHere();
  keepWhatRuns();
});
afterEach(leaveTools);
afterEach(cleanUp);

describe.each([
  ['over HTTP', toolsOver],
  ['over standard input and output', toolsBy],
])('%s', (_where, connect) => {
  test.each(['modern', 'legacy'] as const)('a %s client receives its identity', async (era) => {
    const { client, call } = await connect(here.server.url, here.agent.key, era);
    expect(client.getInstructions()).toContain('Call get_context first');
    const { text, isError } = await call('get_context');
    expect(isError).toBe(false);
    expect(text).toContain('You are the agent "scribe" (agent key) in the workspace "Acme".');
  });
});

describe('over standard input and output', () => {
  let key: string;
  let task: number;
  let call: Tools['call'];
  beforeEach(async () => {
    const name = `clerk${Date.now()}`;
    ({ key } = await newAgent(here.ada, name, 'tasks:read', 'tasks:write'));
    const { body } = await here.ada('POST', 'tasks', { title: 'Sort the mail', assignedTo: name });
    task = body.taskNumber;
    ({ call } = await toolsBy(here.server.url, key));
  });
  afterEach(() => here.ada('PATCH', 'workspace', { agentKeys: 'any' }));

  test.each(['any', 'runs'])(
    'calls about the claimed task have the key of its run: %s',
    async (agentKeys) => {
      await here.ada('PATCH', 'workspace', { agentKeys });
      const { text } = await call('next_work', { task });
      const [, token] = /token: (\S+)$/m.exec(text) ?? [];
      expect(text).not.toContain('tdm_');
      for (const [tool, args] of [
        ['get_task', { task }],
        ['heartbeat', { task, token, note: 'Sorting' }],
        ['add_comment', { task, body: 'Sorted by date' }],
        ['update_task', { task, description: 'By date' }],
        ['create_task', { title: 'Buy stamps', parent: task }],
      ] as const)
        expect([tool, (await call(tool, args)).text]).toEqual([tool, expect.not.stringContaining('Refused')]);
      const outside = await call('update_task', { task, priority: 'p0' });
      expect([outside.isError, outside.text]).toEqual([true, expect.stringContaining('OUTSIDE_RUN')]);
      const done = await call('submit_work', { task, token, outcome: 'succeeded', summary: 'Sorted' });
      expect(done.isError).toBe(false);
      const again = await call('heartbeat', { task, token });
      expect(again.text).toContain('LEASE_LOST');
    },
  );

  test('a call after the end of the claim says why it is lost', async () => {
    await here.ada('PATCH', 'workspace', { agentKeys: 'runs' });
    await call('next_work', { task });
    await here.ada('POST', `tasks/${task}/transition`, { to: 'todo' });
    for (const [tool, args] of [
      ['submit_work', { task, outcome: 'succeeded', summary: 'Sorted' }],
      ['get_task', { task }],
    ] as const)
      expect((await call(tool, args)).text).toContain('LEASE_LOST');
  });
});

test('an invalid key is refused before it receives any information', async () => {
  const answer = await fetch(`${here.server.url}/mcp`, {
    method: 'POST',
    headers: { Authorization: 'Bearer tdm_none', 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  await expect(toolsBy(here.server.url, 'tdm_none')).rejects.toThrow();
});
