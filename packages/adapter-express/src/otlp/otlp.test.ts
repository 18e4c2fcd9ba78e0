import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { JsonMetricsSerializer, ProtobufMetricsSerializer } from '@opentelemetry/otlp-transformer';
import {
  AggregationTemporality,
  MeterProvider,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics';
import { contradictions } from '../testing/document.ts';
import { type Body, type World, world } from '../testing/world.ts';

let w: World;
let taskNumber: number;
let token: string;
beforeEach(async () => {
  w = await world();
  taskNumber = (await w.admin.creates('/tasks', { title: 'Dig' })).taskNumber;
  token = (await w.agent.does('post', `/tasks/${taskNumber}/claim`)).lease.token;
});

const url = (signal: string) =>
  `http://127.0.0.1:${(w.server.address() as AddressInfo).port}/otlp/v1/${signal}`;
const bearer = (secret = w.agent.secret) => ({ Authorization: `Bearer ${secret}` });

interface Sent {
  readonly type?: string;
  readonly headers?: Record<string, string>;
  readonly secret?: string | undefined;
}

/** Sends a body to an endpoint. */
const post = (
  signal: string,
  body: Uint8Array | string,
  { type = 'application/json', headers, secret }: Sent = {},
) =>
  fetch(url(signal), {
    method: 'POST',
    headers: { ...bearer(secret), 'Content-Type': type, ...headers },
    body,
  });

const send = async (payload: object, sent?: Sent) => {
  const response = await post('metrics', JSON.stringify(payload), sent);
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
};
const usage = async (): Promise<Body> =>
  (await w.admin.reads('/usage', { groupBy: 'attempt' })).data[0].usage;

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

/** A metric of Claude Code as its exporter in JSON sends it. */
const claudeCode = (name: string, points: readonly Body[], temporality = 1) => ({
  resourceMetrics: [
    {
      resource: {
        attributes: [
          text('host.arch', 'amd64'),
          text('os.type', 'linux'),
          text('service.name', 'claude-code'),
          text('service.version', '2.1.75'),
        ],
        droppedAttributesCount: 0,
      },
      scopeMetrics: [
        {
          scope: { name: 'com.anthropic.claude_code', version: '2.1.75' },
          metrics: [
            {
              name,
              description: 'Number of tokens used',
              unit: 'tokens',
              sum: {
                aggregationTemporality: temporality,
                isMonotonic: true,
                dataPoints: points.map(({ type, start, time, ...value }) => ({
                  attributes: [
                    text('user.id', 'c0ffee'),
                    text('session.id', '5f0c'),
                    text('terminal.type', 'tmux'),
                    text('model', 'claude-sonnet'),
                    ...(type ? [text('type', type)] : []),
                  ],
                  startTimeUnixNano: `${1_800_000_000_000 + start}000000`,
                  timeUnixNano: `${1_800_000_000_000 + time}000000`,
                  ...value,
                })),
              },
            },
          ],
        },
      ],
    },
  ],
});

const FORMATS = {
  JSON: { serializer: JsonMetricsSerializer, type: 'application/json' },
  'Protocol Buffers': { serializer: ProtobufMetricsSerializer, type: 'application/x-protobuf' },
};
type Format = keyof typeof FORMATS;

/** Exports what a program with the SDK of OpenTelemetry records. */
async function exporting(
  format: Format,
  temporality: AggregationTemporality,
  scope: string,
  record: (meter: ReturnType<MeterProvider['getMeter']>, flush: () => Promise<void>) => Promise<void>,
) {
  const { serializer, type } = FORMATS[format];
  const exporter: PushMetricExporter = {
    export: (recorded, done) =>
      void post('metrics', serializer.serializeRequest(recorded) as Uint8Array, { type }).then(
        async (response) => {
          const answer = serializer.deserializeResponse(new Uint8Array(await response.arrayBuffer()));
          expect([response.status, answer]).toEqual([200, {}]);
          done({ code: 0 });
        },
      ),
    selectAggregationTemporality: () => temporality,
    forceFlush: async () => undefined,
    shutdown: async () => undefined,
  };
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ readers: [reader] });
  await record(provider.getMeter(scope), () => provider.forceFlush());
  await provider.shutdown();
}

const { DELTA, CUMULATIVE } = AggregationTemporality;

test.each<[Format, string, AggregationTemporality]>([
  ['JSON', 'deltas', DELTA],
  ['JSON', 'totals', CUMULATIVE],
  ['Protocol Buffers', 'deltas', DELTA],
  ['Protocol Buffers', 'totals', CUMULATIVE],
])('sums up what the SDK of OpenTelemetry exports in %s as %s', async (format, _, temporality) => {
  await exporting(format, temporality, 'com.anthropic.claude_code', async (meter, flush) => {
    const tokens = meter.createCounter('claude_code.token.usage', { unit: 'tokens' });
    const cost = meter.createCounter('claude_code.cost.usage', { unit: 'USD' });
    for (let call = 0; call < 3; call++) {
      for (const [type, n] of Object.entries({ input: 10, output: 20, cacheRead: 300, cacheCreation: 4 })) {
        tokens.add(n, { type, model: 'claude-sonnet', 'session.id': '5f0c' });
      }
      cost.add(0.1, { model: 'claude-sonnet', 'session.id': '5f0c' });
      await flush();
      await flush();
    }
  });
  expect(await usage()).toEqual({
    inputTokens: 30,
    outputTokens: 60,
    cacheReadTokens: 900,
    cacheCreationTokens: 12,
    costUsd: 0.3,
  });
});

test('a key is accepted behind Bearer%20, as Claude Code sends it', async () => {
  const headers = { Authorization: `Bearer%20${w.agent.secret}` };
  expect((await send({ resourceMetrics: [] }, { headers })).status).toBe(200);
  const wrong = { Authorization: `Bearer%20${w.agent.secret.slice(1)}` };
  expect((await send({ resourceMetrics: [] }, { headers: wrong })).status).toBe(401);
});

test('counts the tokens of other programs once', async () => {
  await exporting('Protocol Buffers', DELTA, 'gemini-cli', async (meter) => {
    const tokens = meter.createCounter('gemini_cli.token.usage');
    const convention = meter.createHistogram('gen_ai.client.token.usage');
    for (const [type, n] of Object.entries({ input: 10, output: 20, thought: 30, tool: 4, cache: 5 })) {
      tokens.add(n, { type, model: 'gemini-pro' });
    }
    convention.record(10, { 'gen_ai.token.type': 'input' });
    convention.record(20, { 'gen_ai.token.type': 'output' });
  });
  expect(await usage()).toEqual({ inputTokens: 14, outputTokens: 50, cacheReadTokens: 5 });
  await exporting('Protocol Buffers', CUMULATIVE, 'codex', async (meter) => {
    const tokens = meter.createHistogram('codex.turn.token_usage');
    const types = { total: 165, input: 100, cached_input: 60, output: 65, reasoning_output: 40 };
    for (const [token_type, n] of Object.entries(types)) tokens.record(n, { token_type });
  });
  await exporting('JSON', CUMULATIVE, 'any', async (meter, flush) => {
    const tokens = meter.createHistogram('gen_ai.client.token.usage');
    tokens.record(1, { 'gen_ai.token.type': 'input' });
    await flush();
    tokens.record(2, { 'gen_ai.token.type': 'input' });
    tokens.record(7, { 'gen_ai.token.type': 'output' });
  });
  expect(await usage()).toEqual({ inputTokens: 117, outputTokens: 122, cacheReadTokens: 65 });
});

test('counts a payload once however often it is sent, out of order and after a reset', async () => {
  const metric = (points: readonly Body[], temporality: number) =>
    send(claudeCode('claude_code.token.usage', points, temporality));
  const delta = (start: number, asInt: string) => [{ type: 'output', start, time: start + 5, asInt }];
  for (const [start, value] of [
    [0, '1'],
    [10, '4'],
    [5, '2'],
    [0, '1'],
    [10, '4'],
  ] as const) {
    expect(await metric(delta(start, value), 1)).toMatchObject({ status: 200, body: {} });
  }
  expect(await usage()).toEqual({ outputTokens: 7 });
  const total = (start: number, time: number, asInt: string) => [{ type: 'input', start, time, asInt }];
  for (const points of [total(0, 5, '10'), total(0, 15, '30'), total(0, 10, '20'), total(20, 25, '8')]) {
    await metric(points, 2);
    await metric(points, 2);
  }
  expect(await usage()).toEqual({ outputTokens: 7, inputTokens: 38 });
});

test('the larger of reported and measured usage counts, and ends a run over its budget', async () => {
  await w.admin.does('patch', `/tasks/${taskNumber}`, { budget: { costUsd: 1 } });
  const beat = (costUsd: number) =>
    w.agent.post(`/tasks/${taskNumber}/claim/heartbeat`, { token, usage: { costUsd } });
  expect((await beat(0.01)).body.directive).toBe('continue');
  const cost = (start: number, asDouble: number) =>
    send(claudeCode('claude_code.cost.usage', [{ start, time: start + 1, asDouble }]));
  await cost(0, 0.75);
  expect((await beat(0.02)).body.directive).toBe('continue');
  const { data } = await w.admin.reads('/usage', { groupBy: 'attempt', agentId: w.agent.id });
  expect(data).toEqual([
    {
      taskNumber,
      attempt: 1,
      agent: { id: w.agent.id, name: 'scout' },
      usage: { costUsd: 0.75 },
      usageSources: { reported: { costUsd: 0.02 }, measured: { costUsd: 0.75 } },
    },
  ]);
  await cost(1, 0.25);
  expect((await beat(0.03)).body.error).toMatchObject({
    code: 'LEASE_LOST',
    reason: 'over_budget',
  });
});

test('names the metrics it ignores, and rejects points that it cannot count', async () => {
  const ignored = await send(claudeCode('claude_code.session.count', [{ start: 0, time: 1, asInt: '1' }]));
  expect([ignored.body, ignored.headers.get('Tandem-Ignored')]).toEqual([{}, 'claude_code.session.count']);
  const wrong = [{ asDouble: -1 }, { asDouble: 'NaN' }, { asDouble: 1e16 }, { asInt: 'many' }, {}];
  const points = [{ asDouble: 0.5 }, ...wrong].map((value, start) => ({ start, time: start + 1, ...value }));
  const { status, body } = await send(claudeCode('claude_code.cost.usage', points));
  expect([status, body.partialSuccess.rejectedDataPoints]).toEqual([200, '5']);
  expect(await usage()).toEqual({ costUsd: 0.5 });
  expect((await send(claudeCode('claude_code.cost.usage', points.slice(0, 1), 0))).body).toMatchObject({
    partialSuccess: { rejectedDataPoints: '1', errorMessage: expect.stringContaining('temporality') },
  });
});

test('counts at most 1,000 points of a request and rejects the rest', async () => {
  const points = Array.from({ length: 1_001 }, (_, start) => ({ asInt: 1, start, time: start + 1 }));
  const sent = claudeCode('claude_code.cost.usage', points) as Body;
  // Few members each, so that the limit on the parts of a body is not reached.
  for (const point of sent.resourceMetrics[0].scopeMetrics[0].metrics[0].sum.dataPoints)
    delete point.attributes;
  expect((await send(sent)).body.partialSuccess.rejectedDataPoints).toBe('1');
  expect(await usage()).toEqual({ costUsd: 1_000 });
});

test('accepts traces and logs, and ignores them', async () => {
  for (const signal of ['traces', 'logs']) {
    const json = await post(signal, '{"resourceLogs":[]}');
    expect([json.status, json.headers.get('Content-Type'), await json.text()]).toEqual([
      200,
      'application/json',
      '{}',
    ]);
    const protobuf = await post(signal, Buffer.alloc(9, 7), { type: 'application/x-protobuf' });
    expect([protobuf.status, protobuf.headers.get('Content-Type'), await protobuf.text()]).toEqual([
      200,
      'application/x-protobuf',
      '',
    ]);
  }
});

test('reads compressed bodies, within the limit of their decompressed size', async () => {
  const payload = JSON.stringify(claudeCode('claude_code.cost.usage', [{ start: 0, time: 1, asDouble: 2 }]));
  const headers = { 'Content-Encoding': 'gzip' };
  expect((await post('metrics', gzipSync(payload), { headers })).status).toBe(200);
  expect(await usage()).toEqual({ costUsd: 2 });
  for (const [signal, type] of [
    ['metrics', 'application/json'],
    ['metrics', 'application/x-protobuf'],
    ['logs', 'application/x-protobuf'],
  ] as const) {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024, ' '));
    expect((await post(signal, bomb, { type, headers })).status).toBe(413);
    expect((await post(signal, Buffer.alloc(8 * 1024 * 1024), { type })).status).toBe(413);
  }
});

test('counts a metric whose exporter names no scope', async () => {
  const payload = claudeCode('claude_code.token.usage', [{ type: 'output', start: 0, time: 1, asInt: '7' }]);
  for (const { scopeMetrics } of payload.resourceMetrics)
    for (const each of scopeMetrics as Body[]) delete each.scope;
  expect((await send(payload)).headers.get('Tandem-Ignored')).toBeNull();
  expect(await usage()).toEqual({ outputTokens: 7 });
});

test('refuses what it cannot read, and keys that are not of an agent', async () => {
  const protobuf = { type: 'application/x-protobuf' };
  const nested = (depth: number): string =>
    depth === 0 ? '1' : `{"resourceMetrics":[${nested(depth - 1)}]}`;
  const refused: readonly [number, Promise<Response>][] = [
    [400, post('metrics', 'no JSON')],
    [400, post('metrics', '[]')],
    [400, post('metrics', '{"resourceMetrics":5}')],
    [400, post('metrics', '{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"sum":{"dataPoints":7}}]}]}]}')],
    [400, post('metrics', nested(40))],
    [400, post('metrics', Buffer.alloc(50_000, 0x0b), protobuf)],
    [400, post('metrics', Buffer.alloc(50_000, 0x0a), protobuf)],
    [400, post('metrics', 'no Protocol Buffers', protobuf)],
    [400, post('metrics', 'no gzip', { headers: { 'Content-Encoding': 'gzip' } })],
    [415, post('metrics', '{}', { type: 'text/plain' })],
    [415, post('metrics', '{}', { headers: { 'Content-Encoding': 'compress' } })],
    [401, post('metrics', '{}', { secret: 'tdk_wrong' })],
    [403, post('metrics', '{}', { secret: w.admin.secret })],
    [403, post('logs', '{}', { secret: w.runtime.secret })],
    [403, post('metrics', '{}', { secret: w.actingAsAgent.secret })],
    [405, fetch(url('metrics'), { headers: bearer() })],
    [404, post('profiles', '{}')],
  ];
  for (const [status, response] of refused) {
    const answer = await response;
    const body = (await answer.json()) as Body;
    expect([answer.status, typeof body.error.code]).toEqual([status, 'string']);
    const isDocumented = status !== 404 && status !== 405;
    if (isDocumented)
      expect(contradictions({ path: '/otlp/v1/metrics', method: 'post' }, status, body)).toEqual([]);
  }
  expect((await post('metrics', '', protobuf)).status).toBe(200);
  expect(w.faults).toEqual([]);
});
