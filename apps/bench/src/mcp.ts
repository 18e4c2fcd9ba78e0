import type { MeasuredServer } from './measured-server.ts';
import { startProcess } from './processes.ts';
import type { Seeded } from './seed.ts';
import { quantile } from './statistics.ts';
import { decimals, table } from './table.ts';

/** The cost of a call: the server's CPU in microseconds, and the milliseconds until the response was read. */
interface Times {
  readonly cpu: number;
  readonly elapsed: number;
}

interface Cost {
  readonly name: string;
  readonly api: Times;
  readonly tool: Times;
}

type Ask = () => Promise<string>;

/** The same by the requests to the interface that a tool makes, and by the tool. */
interface Case {
  readonly name: string;
  readonly api: Ask;
  readonly tool: Ask;
}

const TURNS = 20;
const CALLS = 100;

/** Calls tools of a server over HTTP, and makes the requests that they make, in turns. */
export async function measureMcp({ folder, secret }: Pick<Seeded, 'folder' | 'secret'>): Promise<Cost[]> {
  const server = startProcess<MeasuredServer>(new URL('./tandem/server.js', import.meta.url));
  const url = `http://127.0.0.1:${await server.ask('start', folder)}`;
  const timesOf = async (ask: Ask): Promise<Times> => {
    const [startedAt, before] = [performance.now(), await server.ask('cpu', null)];
    for (let call = 0; call < CALLS; call++) await ask();
    const elapsed = (performance.now() - startedAt) / CALLS;
    return { cpu: ((await server.ask('cpu', null)) - before) / CALLS, elapsed };
  };
  try {
    const costs: Cost[] = [];
    for (const { name, api, tool } of casesOf(url, secret)) {
      const turns: { api: Times; tool: Times }[] = [];
      for (let turn = -3; turn < TURNS; turn++) {
        const times = { api: await timesOf(api), tool: await timesOf(tool) };
        // The first ones warm up.
        if (turn >= 0) turns.push(times);
      }
      const usual = (by: 'api' | 'tool'): Times => ({
        cpu: lowerQuartile(turns.map((turn) => turn[by].cpu)),
        elapsed: lowerQuartile(turns.map((turn) => turn[by].elapsed)),
      });
      costs.push({ name, api: usual('api'), tool: usual('tool') });
    }
    return costs;
  } finally {
    await server.ask('stop', null);
    await server.end();
  }
}

/** Version of the protocol for `modern` requests; the others use an earlier one. */
const PROTOCOL = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': PROTOCOL,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

function casesOf(url: string, secret: string): Case[] {
  const key = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' };
  const read = async (path: string, init: RequestInit = {}): Promise<string> => {
    const answer = await fetch(url + path, { ...init, headers: { ...key, ...init.headers } });
    const text = await answer.text();
    if (!answer.ok || text.includes('"isError":true')) throw new Error(text);
    return text;
  };
  const rpc =
    (method: string, params: { readonly name?: string; readonly arguments?: object }, modern = true): Ask =>
    () =>
      read('/mcp', {
        method: 'POST',
        headers: {
          Accept: 'application/json, text/event-stream',
          ...(modern && { 'MCP-Protocol-Version': PROTOCOL, 'Mcp-Method': method }),
          ...(modern && params.name && { 'Mcp-Name': params.name }),
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method,
          params: modern ? { ...params, _meta: META } : params,
        }),
      });
  const call = (name: string, args: object, modern?: boolean) =>
    rpc('tools/call', { name, arguments: args }, modern);
  const comment = { method: 'POST', body: JSON.stringify({ body: 'Seen.' }) };
  const list: Ask = () => read('/api/v1/tasks?limit=15');
  return [
    { name: 'tools/list', api: () => read('/api/v1/me'), tool: rpc('tools/list', {}) },
    { name: 'find_tasks', api: list, tool: call('find_tasks', {}) },
    { name: 'find_tasks, older protocol', api: list, tool: call('find_tasks', {}, false) },
    {
      name: 'get_task, of three requests',
      api: async () => {
        await read('/api/v1/tasks/1');
        const rest = ['/api/v1/tasks/1/comments?limit=100', '/api/v1/tasks/1/results?limit=1'];
        return (await Promise.all(rest.map((path) => read(path)))).join();
      },
      tool: call('get_task', { task: 1 }),
    },
    {
      name: 'add_comment',
      api: () => read('/api/v1/tasks/2/comments', comment),
      tool: call('add_comment', { task: 2, body: 'Seen.' }),
    },
  ];
}

/** Other load on the machine can only make a turn longer, so a low quantile is used. */
const lowerQuartile = (values: readonly number[]) =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.25,
  );

const milliseconds = decimals(2);

export const mcpReport = (costs: readonly Cost[]): string => `
Tools for agents beside the requests to the interface that they make, one call after another

${table(costs, [
  { heading: 'tool', cell: ({ name }) => name },
  { heading: 'requests CPU ms', cell: ({ api }) => milliseconds(api.cpu / 1_000) },
  { heading: 'tool CPU ms', cell: ({ tool }) => milliseconds(tool.cpu / 1_000) },
  { heading: 'more', cell: ({ api, tool }) => milliseconds((tool.cpu - api.cpu) / 1_000) },
  { heading: 'requests ms', cell: ({ api }) => milliseconds(api.elapsed) },
  { heading: 'tool ms', cell: ({ tool }) => milliseconds(tool.elapsed) },
])}

CPU is that of the server. A list should take less than 3 ms, and a call less than 1.5 ms of CPU more than its requests.
`;
