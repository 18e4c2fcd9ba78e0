import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** One turn of the scripted model: a call of a tool, by the end of its name, or a text. */
export type Turn = { readonly tool: string; readonly input: object } | { readonly text: string };

/** A model behind the wire formats of Anthropic, OpenAI (responses) and Gemini. */
export interface ModelServer {
  readonly url: string;
  /** Names of the tools that the program offered. */
  readonly tools: ReadonlySet<string>;
  /** Everything that the program sent, as JSON. */
  readonly requests: readonly string[];
  close(): void;
}

/**
 * Answers requests that offer tools with the turns, and others, such as those for a title, with a text. Answers with
 * `meanwhile` until a request offers the tool of the next turn.
 */
export async function startModel(turns: readonly Turn[], meanwhile?: Turn): Promise<ModelServer> {
  const tools = new Set<string>();
  const requests: string[] = [];
  let next = 0;
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const format = FORMATS.find(({ path }) => path.test(request.url ?? ''));
    if (request.method !== 'POST' || !format) {
      response
        .writeHead(request.method === 'HEAD' ? 200 : 404, { 'Content-Type': 'application/json' })
        .end('{}');
      return;
    }
    const body = (await json(request)) as Body;
    const offered = format.tools(body);
    requests.push(JSON.stringify(body));
    for (const { name } of offered) tools.add(name);
    const toolOf = (turn: Turn | undefined) =>
      turn && 'tool' in turn ? offered.find(({ name }) => name.endsWith(turn.tool)) : undefined;
    const [due] = turns.slice(next);
    const isEarly = due !== undefined && 'tool' in due && !toolOf(due) && toolOf(meanwhile) !== undefined;
    if (offered.length > 0 && !isEarly) next++;
    const turn: Turn = (offered.length > 0 && (isEarly ? meanwhile : due)) || { text: 'OK' };
    const called = toolOf(turn);
    if ('text' in turn) format.send(response, turn, body);
    else
      format.send(
        response,
        called ? { ...called, input: turn.input } : { text: `There is no ${turn.tool}.` },
        body,
      );
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    tools,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Says = (Callable & { readonly input: object }) | { readonly text: string };

interface Offered {
  readonly name?: string;
  readonly type?: string;
  readonly tools?: readonly Offered[];
  readonly functionDeclarations?: readonly Offered[];
}

interface Body {
  readonly model?: string;
  readonly stream?: boolean;
  readonly tools?: readonly Offered[];
}

/** A tool to call; OpenAI groups the tools of a server in a namespace. */
interface Callable {
  readonly name: string;
  readonly namespace?: string;
}

const callable = (tools: readonly Offered[] = [], group?: Offered): Callable[] =>
  tools.flatMap(({ name }) => (name ? { name, ...(group?.name && { namespace: group.name }) } : []));

interface Format {
  readonly path: RegExp;
  tools(body: Body): Callable[];
  send(response: ServerResponse, says: Says, body: Body): void;
}

const FORMATS: readonly Format[] = [
  { path: /\/v1\/messages(\?|$)/, tools: ({ tools }) => callable(tools), send: sendAnthropic },
  {
    path: /\/responses$/,
    tools: ({ tools = [] }) =>
      tools.flatMap((tool) => (tool.type === 'namespace' ? callable(tool.tools, tool) : callable([tool]))),
    send: sendOpenAi,
  },
  {
    path: /:(streamG|g)enerateContent/,
    tools: ({ tools = [] }) => tools.flatMap(({ functionDeclarations }) => callable(functionDeclarations)),
    send: sendGemini,
  },
];

const stream = (
  response: ServerResponse,
  events: readonly (readonly [name: string, data: object])[],
): void => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.end(
    events.map(([name, data]) => `${name && `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`).join(''),
  );
};

function sendAnthropic(response: ServerResponse, says: Says, body: Body): void {
  const usage = {
    input_tokens: 100,
    output_tokens: 10,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
  const isCall = 'name' in says;
  const block = isCall
    ? { type: 'tool_use', id: `toolu_${Date.now()}`, name: says.name, input: {} }
    : { type: 'text', text: '' };
  const delta = isCall
    ? { type: 'input_json_delta', partial_json: JSON.stringify(says.input) }
    : { type: 'text_delta', text: says.text };
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: body.model,
    stop_sequence: null,
    usage,
  };
  const stop = isCall ? 'tool_use' : 'end_turn';
  if (!body.stream) {
    const content = isCall ? [{ ...block, input: says.input }] : [{ ...block, text: says.text }];
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ ...message, content, stop_reason: stop }));
    return;
  }
  const events: object[] = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
  stream(
    response,
    events.map((event) => [(event as { type: string }).type, event] as const),
  );
}

function sendOpenAi(response: ServerResponse, says: Says): void {
  const isCall = 'name' in says;
  const item = isCall
    ? {
        type: 'function_call',
        id: 'fc_1',
        call_id: `call_${Date.now()}`,
        name: says.name,
        ...(says.namespace && { namespace: says.namespace }),
        arguments: JSON.stringify(says.input),
      }
    : {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        content: [{ type: 'output_text', text: says.text, annotations: [] }],
      };
  const usage = {
    input_tokens: 100,
    output_tokens: 10,
    total_tokens: 110,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  const done = { id: 'resp_1', object: 'response', status: 'completed', output: [item], usage };
  stream(response, [
    [
      'response.created',
      { type: 'response.created', response: { ...done, status: 'in_progress', output: [] } },
    ],
    ['response.output_item.added', { type: 'response.output_item.added', output_index: 0, item }],
    ['response.output_item.done', { type: 'response.output_item.done', output_index: 0, item }],
    ['response.completed', { type: 'response.completed', response: done }],
  ]);
}

function sendGemini(response: ServerResponse, says: Says): void {
  const part = 'name' in says ? { functionCall: { name: says.name, args: says.input } } : { text: says.text };
  const content = { role: 'model', parts: [part] };
  const data = {
    candidates: [{ content, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 },
  };
  if (/:generateContent/.test(response.req.url ?? '')) {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(data));
  } else stream(response, [['', data]]);
}
