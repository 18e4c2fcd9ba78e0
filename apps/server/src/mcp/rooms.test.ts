import { cleanUp, keepWhatRuns, type Office, office } from '../../testing/index.ts';
import { leaveTools, toolsBy, toolsOver } from '../../testing/mcp.ts';

/* The agent tools as MCP clients see them, from a server and from `tandem mcp`. */

let here: Office;

beforeAll(async () => {
  here = await office();
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

test('an invalid key is refused before it receives any information', async () => {
  const answer = await fetch(`${here.server.url}/mcp`, {
    method: 'POST',
    headers: { Authorization: 'Bearer tdm_none', 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  await expect(toolsBy(here.server.url, 'tdm_none')).rejects.toThrow();
});
