import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { CLI } from './tandem.ts';

/** A tool's response. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** The tools, as an MCP client sees them. */
export interface Tools {
  readonly client: Client;
  /** The id of the process that serves them over standard input and output. */
  readonly pid: number | null;
  names(): Promise<string[]>;
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
}

const connected = new Set<Client>();

/** Call it after each test. */
export async function leaveTools(): Promise<void> {
  await Promise.all([...connected].map((client) => client.close()));
  connected.clear();
}

/** The handshake of the client: that of 2026, or the older one. */
export type Era = 'modern' | 'legacy';

const clientOf = (era: Era) =>
  new Client(
    { name: 'test', version: '1.0.0' },
    era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  );

/** The tools of a server, over HTTP. */
export async function toolsOver(url: string, key: string, era: Era = 'modern'): Promise<Tools> {
  const client = clientOf(era);
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  connected.add(client);
  return toolsOf(client, () => null);
}

/** The tools as `tandem mcp` offers them, over standard input and output. */
export async function toolsBy(url: string, key: string, era: Era = 'modern'): Promise<Tools> {
  const client = clientOf(era);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp'],
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', TANDEM_URL: url, TANDEM_KEY: key },
  });
  await client.connect(transport);
  connected.add(client);
  return toolsOf(client, () => transport.pid);
}

const toolsOf = (client: Client, pidOf: () => number | null): Tools => ({
  client,
  get pid() {
    return pidOf();
  },
  names: async () => (await client.listTools()).tools.map(({ name }) => name),
  call: async (name, args = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: args });
    const [first] = content;
    return { text: first?.type === 'text' ? first.text : '', isError };
  },
});
