import { createConfig, lintFromString } from '@redocly/openapi-core';
import { EVENT_TYPES, FIRST_DATE, LAST_DATE } from '@tandem/core';
import { isKeyed, isMessage, operations } from './index.ts';
import { openApiDocument } from './openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into it.
type Json = any;

const document: Json = JSON.parse(JSON.stringify(openApiDocument(operations)));

/** The locations and rules that the linter reports. */
async function found(source: Json): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    // /tasks/external/{source}/{id} has no method in common with the paths that it resembles.
    rules: { 'no-ambiguous-paths': 'off' },
  });
  const problems = await lintFromString({
    source: JSON.stringify(source),
    absoluteRef: '/openapi.json',
    config,
  });
  return problems.map(({ ruleId, location }) => `${ruleId} at ${location[0]?.pointer}`);
}

test('the linter reports no errors or warnings', async () => {
  expect(await found(document)).toEqual([]);
});

test('the linter reports errors in a broken document', async () => {
  const spoiled = structuredClone(document);
  delete spoiled.paths['/api/v1/tasks'].get.operationId;
  spoiled.paths['/api/v1/tasks'].post.responses['201'] = { $ref: '#/components/responses/Nothing' };
  spoiled.paths['/api/v1/tasks/{identifier}'].get.parameters = [];
  spoiled.paths['/api/v1/labels'].post.requestBody.content['application/json'].example.name = 7;
  expect(await found(spoiled)).toEqual([
    'operation-operationId at #/paths/~1api~1v1~1tasks/get/operationId',
    'no-unresolved-refs at #/paths/~1api~1v1~1tasks/post/responses/201',
    'path-parameters-defined at #/paths/~1api~1v1~1tasks~1{identifier}/get/parameters',
    'no-invalid-media-type-examples at #/paths/~1api~1v1~1labels/post/requestBody/content/application~1json/example/name',
  ]);
});

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Every operation of the document, with its path and method. */
const described = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
  Object.entries<Json>(item)
    .filter(([method]) => METHODS.includes(method))
    .map(([method, operation]) => ({ method, path, operation })),
);

/** Operations from the contract. */
const documented = described.filter(({ path }) => path.startsWith('/api/'));

const documentedAs = (id: string): Json =>
  documented.find(({ operation }) => operation.operationId === id)?.operation;

test('the document contains exactly the rows of the contract, and telemetry', () => {
  const signals = ['metrics', 'traces', 'logs'].map((name) => [`usage.${name}`, 'post', `/otlp/v1/${name}`]);
  const rows = operations.map(({ id, method, path }) => [id, method, path.replace(/:(\w+)/g, '{$1}')]);
  expect(
    described.map(({ method, path, operation }) => [operation.operationId, method, path]).sort(),
  ).toEqual([...rows, ...signals].sort());
});

test('operationIds are unique', () => {
  const ids = described.map(({ operation }) => operation.operationId);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
});

const resolved = (value: Json): Json => (value.$ref ? resolved(at(value.$ref)) : value);

const at = (ref: string): Json =>
  ref
    .split('/')
    .slice(1)
    .reduce((inside: Json, step) => inside?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], document);

test('every reference resolves within the document, and every component is referenced', () => {
  const refs = new Set(
    [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref]) => ref ?? ''),
  );
  expect([...refs].filter((ref) => !ref.startsWith('#/') || at(ref) === undefined)).toEqual([]);
  const { securitySchemes: _, ...components } = document.components;
  const all = Object.entries<Json>(components).flatMap(([kind, some]) =>
    Object.keys(some).map((name) => `#/components/${kind}/${name}`),
  );
  expect([...refs].sort()).toEqual(all.sort());
});

const parametersOf = (id: string): Record<string, Json> =>
  Object.fromEntries(
    documentedAs(id)
      .parameters.map(resolved)
      .map(({ name, ...rest }: Json) => [name, rest]),
  );

test('query parameters have the type of their parsed value', () => {
  const { limit, status, archived } = parametersOf('tasks.list');
  expect(limit).toMatchObject({
    in: 'query',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
  });
  expect(limit.required).toBeUndefined();
  expect(status).toMatchObject({
    style: 'form',
    explode: false,
    schema: {
      type: 'array',
      items: { enum: ['backlog', 'todo', 'in_progress', 'waiting', 'done', 'canceled'] },
    },
  });
  expect(archived.schema).toEqual({ type: 'boolean', default: false });
  expect(parametersOf('goals.list').limit.schema).toMatchObject({ maximum: 100, default: 50 });
  expect(parametersOf('chats.turn').wait.schema).toMatchObject({ type: 'integer', minimum: 0, maximum: 25 });
  expect(parametersOf('chats.messages').order.schema).toEqual({
    type: 'string',
    enum: ['asc', 'desc'],
    default: 'desc',
  });
});

test('every path parameter is required, and every operation takes Prefer', () => {
  for (const { path, operation } of documented) {
    const parameters = operation.parameters.map(resolved);
    const inPath = parameters.filter((parameter: Json) => parameter.in === 'path');
    expect(inPath.map(({ name }: Json) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    for (const { required } of inPath) expect(required).toBe(true);
    expect(parameters.map(({ name }: Json) => name)).toContain('Prefer');
  }
});

test('specific headers are listed only with the operations that use them', () => {
  const having = (name: string) =>
    documented
      .filter(({ operation }) => operation.parameters.map(resolved).some((each: Json) => each.name === name))
      .map(({ operation }) => operation.operationId)
      .sort();
  expect(having('Idempotency-Key')).toEqual(
    [...operations.filter(isKeyed), ...operations.filter(isMessage)].map(({ id }) => id).sort(),
  );
  expect(having('Idempotency-Key')).toEqual(
    expect.arrayContaining(['chats.send', 'tasks.create', 'keys.create']),
  );
  expect(having('Idempotency-Key')).not.toEqual(expect.arrayContaining(['chats.rename']));
  expect(having('If-Match')).toEqual(
    expect.arrayContaining(['tasks.transition', 'tasks.update', 'labels.delete']),
  );
  expect(having('If-Match')).not.toContain('tasks.create');
  expect(having('If-None-Match')).toEqual(expect.arrayContaining(['tasks.get', 'files.content']));
  expect(having('If-None-Match')).not.toContain('tasks.list');
  expect(having('Range')).toEqual(['files.content']);
  expect(having('Last-Event-ID')).toEqual(['events.stream']);
  expect(Object.keys(documentedAs('chats.send').responses['200'].headers)).toContain('Idempotent-Replayed');
  expect(Object.keys(documentedAs('chats.send').responses['201'].headers)).not.toContain(
    'Idempotent-Replayed',
  );
  for (const { operation } of documented) {
    for (const [status, response] of Object.entries<Json>(operation.responses)) {
      const { headers } = resolved(response);
      expect(resolved(headers['X-Request-Id']).required).toBe(true);
      expect('Retry-After' in headers).toBe(['429', '503'].includes(status));
      expect('WWW-Authenticate' in headers).toBe(status === '401');
    }
  }
});

test('security lists the scopes of the row as alternatives', () => {
  expect(documentedAs('tasks.list').security).toEqual([
    { bearer: ['tasks:read'] },
    { session: ['tasks:read'] },
  ]);
  expect(documentedAs('files.get').security).toEqual([
    { bearer: ['tasks:read'] },
    { bearer: ['chat:read'] },
    { session: ['tasks:read'] },
    { session: ['chat:read'] },
  ]);
  expect(documentedAs('workspace.me').security).toEqual([{ bearer: [] }, { session: [] }]);
  expect(documentedAs('members.acceptInvitation').security).toEqual([]);
  for (const { operation } of documented) expect(operation.security).toBeDefined();
});

/** The codes that a documented response can have, in either error shape. */
function codesOf(response: Json): string[] {
  const { schema } = resolved(response).content['application/json'];
  return (schema.anyOf ?? [schema]).map(resolved).map((body: Json) => {
    const { code } = (body.properties.error ?? body).properties;
    return code.const;
  });
}

const errorsOf = (id: string): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(documentedAs(id).responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, response]) => [status, codesOf(response)]),
  );

test('each error status lists the codes that it can have', () => {
  const ALL = { 429: ['RATE_LIMITED'], 500: ['INTERNAL_ERROR'], 503: ['UNAVAILABLE'] };
  const WITH_A_BODY = { 413: ['PAYLOAD_TOO_LARGE'], 415: ['UNSUPPORTED_MEDIA_TYPE'] };
  expect(errorsOf('tasks.list')).toEqual({
    ...ALL,
    400: ['VALIDATION_ERROR', 'INVALID_CURSOR'],
    401: ['UNAUTHENTICATED'],
    403: ['NOT_A_MEMBER', 'INSUFFICIENT_SCOPE', 'OUTSIDE_RUN'],
    404: ['NOT_FOUND'],
    409: ['OTHER_SESSION'],
  });
  expect(errorsOf('tasks.transition')).toEqual({
    ...ALL,
    ...WITH_A_BODY,
    400: ['VALIDATION_ERROR', 'INVALID_JSON'],
    401: ['UNAUTHENTICATED'],
    403: [
      'NOT_A_MEMBER',
      'INSUFFICIENT_SCOPE',
      'FORBIDDEN',
      'AGENT_COMPLETION_DISABLED',
      'HUMANS_ONLY',
      'AWAITS_PERSON',
      'OUTSIDE_RUN',
    ],
    404: ['NOT_FOUND'],
    409: [
      'IDEMPOTENCY_KEY_REUSED',
      'LEASE_LOST',
      'TASK_CLAIMED',
      'AGENT_PAUSED',
      'USAGE_LIMIT',
      'OTHER_SESSION',
    ],
    412: ['PRECONDITION_FAILED'],
    422: ['INVALID_TRANSITION', 'TASK_BLOCKED', 'CHILDREN_OPEN', 'PARENT_DONE', 'PROOF_MISSING'],
  });
  expect(errorsOf('chats.list')[403]).toEqual([
    'NOT_A_MEMBER',
    'INSUFFICIENT_SCOPE',
    'OUTSIDE_RUN',
    'CHAT_FORBIDDEN',
    'PLAN_EXCLUDES_CHAT',
  ]);
  expect(errorsOf('members.acceptInvitation')).toEqual({
    ...ALL,
    ...WITH_A_BODY,
    400: ['VALIDATION_ERROR', 'INVALID_JSON'],
    404: ['NOT_FOUND'],
    409: ['LIMIT_REACHED'],
  });
  expect(errorsOf('files.upload')).toEqual({
    ...ALL,
    ...WITH_A_BODY,
    400: ['VALIDATION_ERROR'],
    401: ['UNAUTHENTICATED'],
    403: ['NOT_A_MEMBER', 'INSUFFICIENT_SCOPE', 'OUTSIDE_RUN'],
    409: ['IDEMPOTENCY_KEY_REUSED', 'OTHER_SESSION'],
  });
  expect(errorsOf('workspace.me')).toEqual({
    ...ALL,
    400: ['VALIDATION_ERROR'],
    401: ['UNAUTHENTICATED'],
    403: ['NOT_A_MEMBER', 'OUTSIDE_RUN'],
    409: ['OTHER_SESSION'],
  });
});

test('the feed documents 410 with the oldest position; the stream documents it as an event', () => {
  expect(errorsOf('events.list')[410]).toEqual(['EVENTS_PRUNED']);
  const { oldest } = resolved(
    resolved(resolved(documentedAs('events.list').responses['410']).content['application/json'].schema)
      .properties.error,
  ).properties;
  expect(oldest.type).toBe('string');
  expect(errorsOf('events.stream')[410]).toBeUndefined();
});

test('the stream is documented as Server-Sent Events with every event type', () => {
  const { content } = resolved(documentedAs('events.stream').responses['200']);
  expect(Object.keys(content)).toEqual(['text/event-stream']);
  expect(document.components.schemas.EventType.enum).toEqual(EVENT_TYPES);
  for (const id of ['events.list', 'events.stream']) {
    expect(parametersOf(id).types.schema.items.enum).toEqual([...EVENT_TYPES, '*']);
  }
});

test('the SELF_RELATION error has the legacy flat shape', () => {
  const { content } = resolved(documentedAs('tasks.relate').responses['422']);
  expect(Object.keys(resolved(content['application/json'].schema).properties)).toEqual([
    'code',
    'message',
    'requestId',
  ]);
});

test('success responses have the statuses of the row, and no content for empty ones', () => {
  for (const { id, responses } of operations) {
    const { responses: documented } = documentedAs(id);
    for (const [status, schema] of Object.entries(responses)) {
      expect({ id, status, content: 'content' in documented[status] }).toEqual({
        id,
        status,
        content: schema !== null,
      });
    }
    const others = Object.keys(documented).filter((status) => !(status in responses));
    expect(others.every((status) => Number(status) >= 400)).toBe(true);
  }
});

test('a body is required unless optional, and a file upload is multipart', () => {
  expect(documentedAs('turns.claim').requestBody.required).toBe(false);
  expect(documentedAs('tasks.create').requestBody.required).toBe(true);
  expect(documentedAs('files.upload').requestBody).toMatchObject({
    required: true,
    content: {
      'multipart/form-data': { schema: { properties: { file: { format: 'binary' } }, required: ['file'] } },
    },
  });
  expect(documentedAs('tasks.get').requestBody).toBeUndefined();
});

test('the document includes the limits that the core checks', () => {
  const bodyOf = (id: string) => documentedAs(id).requestBody.content['application/json'].schema;
  const { title, tags, dueDate, status } = bodyOf('tasks.create').properties;
  expect(title).toMatchObject({ minLength: 1, maxLength: 500 });
  expect(tags).toMatchObject({ maxItems: 50, items: { maxLength: 100 } });
  expect(dueDate.anyOf).toEqual([{ $ref: '#/components/schemas/DateInput' }, { type: 'null' }]);
  expect(document.components.schemas.DateInput.anyOf).toEqual([
    { type: 'integer', minimum: FIRST_DATE, maximum: LAST_DATE },
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'date' },
  ]);
  expect(status).toEqual({ $ref: '#/components/schemas/TaskStatus', default: 'todo' });
  expect(bodyOf('tasks.update').properties).not.toHaveProperty('status');
});

/** Every nullable enumeration in the document, by its JSON pointer. */
function nullableEnums(value: Json, path = ''): readonly [string, Json[]][] {
  if (value === null || typeof value !== 'object') return [];
  const inside = Object.entries<Json>(value).flatMap(([name, each]) =>
    nullableEnums(each, `${path}/${name}`),
  );
  return Array.isArray(value.type) && Array.isArray(value.enum) ? [[path, value.enum], ...inside] : inside;
}

test('lists null among the values of every nullable enumeration', () => {
  const found = nullableEnums(document);
  expect(found).not.toEqual([]);
  expect(found.filter(([, values]) => !values.includes(null)).map(([path]) => path)).toEqual([]);
});

test('generating the document twice gives the same result', () => {
  expect(JSON.parse(JSON.stringify(openApiDocument(operations)))).toEqual(document);
});

test('webhook messages are documented for the test type and all event types except chats', () => {
  const types = [...EVENT_TYPES.filter((type) => !type.startsWith('chat.')), 'webhook.test'];
  expect(Object.keys(document.webhooks)).toEqual(types);
  for (const type of types) {
    const { schema } = document.webhooks[type].post.requestBody.content['application/json'];
    expect(resolved(schema).properties.type.const).toBe(type);
    expect(resolved(schema).required).toEqual(['type', 'timestamp', 'data']);
  }
});
