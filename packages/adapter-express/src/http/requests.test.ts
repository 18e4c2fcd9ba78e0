import request from 'supertest';
import { type Body, outcome, type World, world } from '../testing/world.ts';
import type { RequestLog } from './trace.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

/** A POST of this very text as JSON. */
const postText = (text: string, contentType = 'application/json') =>
  w.admin.request('post', '/tasks').set('Content-Type', contentType).send(text);

describe('X-Request-Id', () => {
  test('every response has a new X-Request-Id, which errors repeat', async () => {
    const answers = [
      await w.admin.get('/tasks'),
      await w.admin.get('/tasks/9'),
      await w.admin.post('/tasks', {}),
      await w.admin.delete('/keys/nothing'),
      await w.admin.get('/nowhere'),
      await w.admin.put('/tasks'),
      await w.as().get('/tasks'),
      await postText('{'),
      await w.admin.request('get', '/tasks/%ZZ'),
    ];
    const ids = answers.map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(answers.length);
    for (const { status, body, headers } of answers.slice(1)) {
      expect([status, body.error.requestId]).toEqual([status, headers['x-request-id']]);
    }
  });
});

describe('paths and methods', () => {
  test.each(['/nowhere', '/tasks/1/nothing', '', '/v2/tasks', '/Tasks'])(
    'the path %p is 404',
    async (path) => {
      expect(outcome(await w.admin.get(path))).toBe('404 NOT_FOUND');
    },
  );

  test('paths outside /api/v1 are 404, except the probes', async () => {
    for (const path of ['/tasks', '/api/tasks', '/api/v2/tasks', '/metrics']) {
      expect(outcome(await request(w.server).get(path))).toBe('404 NOT_FOUND');
    }
  });

  test.each<['get' | 'post' | 'put' | 'patch' | 'delete', string, string[]]>([
    ['put', '/tasks', ['GET', 'POST', 'HEAD']],
    ['post', '/tasks/1', ['GET', 'PATCH', 'DELETE', 'HEAD']],
    ['get', '/tasks/1/transition', ['POST']],
    ['post', '/tasks/1/subscription', ['GET', 'PUT', 'DELETE', 'HEAD']],
    ['delete', '/workspace', ['GET', 'PATCH', 'HEAD']],
    ['post', '/me', ['GET', 'HEAD']],
    ['get', '/invitations/accept', ['POST']],
  ])('%s %s is 405 with Allow', async (method, path, allowed) => {
    const answer = await w.admin[method](path);
    expect(outcome(answer)).toBe('405 METHOD_NOT_ALLOWED');
    expect(answer.headers.allow?.split(', ').sort()).toEqual([...allowed].sort());
  });

  test('a path with invalid encoding is 400', async () => {
    for (const path of ['/tasks/%ZZ', '/tasks/%E0%A4%A', '/goals/%ED%A0%80', '/tasks/%']) {
      expect(outcome(await w.admin.request('get', path))).toBe('400 VALIDATION_ERROR');
    }
  });

  test('HEAD returns what GET does, without a body', async () => {
    const answer = await w.admin.request('head', '/tasks');
    expect([answer.status, answer.text]).toEqual([200, undefined]);
  });

  test('/healthz and /readyz need no key', async () => {
    for (const path of ['/healthz', '/readyz']) {
      expect((await request(w.server).get(path)).status).toBe(200);
    }
  });
});

describe('bodies', () => {
  test.each([
    '{',
    '{"title":"A"',
    "{'title':'A'}",
    '{"title":"A"}}',
    'title=A',
    'nul',
    '"\u0000"',
    '{"title":1e}',
  ])('the malformed JSON %s is 400 INVALID_JSON', async (text) => {
    expect(outcome(await postText(text))).toBe('400 INVALID_JSON');
  });

  test.each(['[]', '[{"title":"A"}]', 'null', 'true', '7', '"title"'])(
    'the JSON %s, which is no object, is 400 VALIDATION_ERROR',
    async (text) => {
      expect(outcome(await postText(text))).toBe('400 VALIDATION_ERROR');
    },
  );

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonx',
  ])('a body of the type %s is 415', async (contentType) => {
    expect(outcome(await postText('{"title":"A"}', contentType))).toBe('415 UNSUPPORTED_MEDIA_TYPE');
  });

  test('a body without a Content-Type is 415', async () => {
    const test = w.admin.request('post', '/tasks');
    test.serialize((text) => String(text));
    const answer = await test.set('Content-Type', '').send('{"title":"A"}');
    expect(outcome(answer)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset=UTF-8',
  ])('a body of the type %s is read as JSON', async (contentType) => {
    expect((await postText('{"title":"A"}', contentType)).status).toBe(201);
  });

  test('a body in an unknown charset or encoding is 415', async () => {
    expect(outcome(await postText('{"title":"A"}', 'application/json; charset=latin1'))).toBe(
      '415 UNSUPPORTED_MEDIA_TYPE',
    );
    const encoded = w.admin.request('post', '/tasks').set('Content-Type', 'application/json');
    expect(outcome(await encoded.set('Content-Encoding', 'zip').send('{"title":"A"}'))).toBe(
      '415 UNSUPPORTED_MEDIA_TYPE',
    );
  });

  test('a missing body is 400', async () => {
    expect(outcome(await w.admin.post('/tasks'))).toBe('400 VALIDATION_ERROR');
  });

  test('a body has at most 1 MiB, and one byte more is 413 PAYLOAD_TOO_LARGE', async () => {
    const MIB = 1024 * 1024;
    const body = (bytes: number) => {
      const [head, tail] = ['{"title":"A","ignored":"', '"}'];
      return head + 'x'.repeat(bytes - head.length - tail.length) + tail;
    };
    expect((await postText(body(MIB))).status).toBe(201);
    expect(outcome(await postText(body(MIB + 1)))).toBe('413 PAYLOAD_TOO_LARGE');
    expect(outcome(await postText(body(5 * MIB)))).toBe('413 PAYLOAD_TOO_LARGE');
    expect((await w.admin.reads('/tasks')).data).toHaveLength(1);
  });

  test('unknown fields and query parameters are ignored', async () => {
    const task = await w.admin.creates('/tasks?what=this', {
      title: 'A',
      taskNumber: 9,
      nonsense: { deep: [1] },
    });
    expect(task).toMatchObject({ title: 'A', taskNumber: 1 });
    await w.admin.reads('/tasks', { nickname: 'owl' });
  });

  test('fields named like built-in properties are ignored like other unknown fields', async () => {
    const answer = await postText('{"title":"A","__proto__":{"status":"done"},"constructor":1,"toString":2}');
    expect(answer.body).toMatchObject({ title: 'A', status: 'todo' });
  });
});

describe('NUL characters and half characters', () => {
  test.each(['\\u0000', '\\ud800', '\\udc00x'])('%s in any text of a body is 400', async (escaped) => {
    for (const text of [
      `{"title":"A${escaped}"}`,
      `{"title":"A","description":"${escaped}"}`,
      `{"title":"A","tags":["${escaped}"]}`,
      `{"title":"A","labels":["${escaped}"],"createMissing":true}`,
      `{"title":"A","assignedTo":"bob${escaped}"}`,
      `{"title":"A","nonsense":{"deep":["${escaped}"]}}`,
      `{"title":"A","${escaped}":1}`,
    ]) {
      expect(outcome(await postText(text))).toBe('400 VALIDATION_ERROR');
    }
    expect((await w.admin.reads('/tasks')).data).toEqual([]);
    expect(await w.admin.readsAll('/labels')).toEqual([]);
  });

  test('an escaped surrogate pair is accepted', async () => {
    expect((await postText('{"title":"\\ud83e\\udd89 \\u00e9"}')).body.title).toBe('🦉 é');
  });

  test('a body that is not UTF-8 is 415', async () => {
    const answer = await w.admin
      .request('patch', `/agents/${w.agent.id}`)
      .set('Content-Type', 'application/json; charset=utf-16le')
      .serialize((value) => value)
      .send(Buffer.from('{"email":"a\\u0000@example.org"}', 'utf16le') as unknown as string);
    expect(outcome(answer)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    expect(await w.admin.reads(`/agents/${w.agent.id}`)).toMatchObject({ email: null });
  });

  test('a NUL in the path or the query is 400', async () => {
    for (const path of [
      '/tasks/%00',
      '/goals/a%00b',
      '/tasks?assigned=a%00b',
      '/tasks?tags=%00',
      '/goals?initiativeId=%00',
    ]) {
      expect(outcome(await w.admin.get(path))).toBe('400 VALIDATION_ERROR');
    }
  });

  test('a NUL in an unknown or repeated query parameter is 400', async () => {
    for (const path of ['/tasks?nonsense=%00', '/tasks?nonsense=%00&nonsense=b', '/tasks?a%00b=c']) {
      expect(outcome(await w.admin.get(path))).toBe('400 VALIDATION_ERROR');
    }
  });
});

describe('Prefer: handling=strict', () => {
  const strict = (
    verb: 'get' | 'post' | 'patch',
    path: string,
    body?: object,
    prefer = 'handling=strict',
  ) => {
    const test = w.admin.request(verb, path).set('Prefer', prefer);
    return body ? test.send(body) : test;
  };

  test('strict handling refuses unknown fields and suggests the field that was probably meant', async () => {
    const answer = await strict('post', '/tasks', { titel: 'A', title: 'A', dueDat: 1, zebra: 1 });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    const { fields } = answer.body.error;
    expect(Object.keys(fields).sort()).toEqual(['dueDat', 'titel', 'zebra']);
    expect(fields.titel[0]).toMatch(/\btitle\b/);
    expect(fields.dueDat[0]).toMatch(/\bdueDate\b/);
    expect(fields.zebra[0]).not.toMatch(/perhaps/);
    expect((await w.admin.reads('/tasks')).data).toEqual([]);
  });

  test('strict handling refuses unknown query parameters', async () => {
    const answer = await strict('get', '/tasks?stats=todo&limit=5');
    expect(Object.keys(answer.body.error.fields)).toEqual(['stats']);
    expect(answer.body.error.fields.stats[0]).toMatch(/\bstatus\b/);
  });

  test('strict handling refuses unknown fields of nested objects', async () => {
    const metric = { target: 1, current: 0, unit: 'x', units: 'y' };
    const answer = await strict('post', '/goals', { title: 'A', metric });
    expect(Object.keys(answer.body.error.fields)).toEqual(['metric.units']);
  });

  test.each([
    'handling=strict',
    'respond-async, handling=strict',
    'handling="strict"',
    'Handling=Strict; wait=5',
    'handling=strict, handling=lenient',
  ])('strict handling is requested by Prefer: %s', async (prefer) => {
    expect((await strict('post', '/tasks', { title: 'A', zebra: 1 }, prefer)).status).toBe(400);
  });

  test.each(['handling=lenient', 'respond-async', 'strict', 'handling=lenient, handling=strict'])(
    'strict handling is not requested by Prefer: %s',
    async (prefer) => {
      expect((await strict('post', '/tasks', { title: 'A', zebra: 1 }, prefer)).status).toBe(201);
    },
  );

  test('strict handling accepts known fields and parameters', async () => {
    expect((await strict('post', '/tasks', { title: 'A', tags: [] })).status).toBe(201);
    expect((await strict('get', '/tasks?status=todo&limit=5')).status).toBe(200);
  });
});

describe('pages', () => {
  const tasks = async (count: number) => {
    const ada = await w.tandem.operator.callerFor(w.id, 'ada');
    for (let i = 0; i < count; i++) await w.tandem.tasks.create(ada, { title: `Task ${i + 1}` });
  };
  const numbers = (page: Body): number[] => page.data.map((task: Body) => task.taskNumber);

  test('a page has 25 items by default, and at most 100', async () => {
    await tasks(103);
    expect((await w.admin.reads('/tasks')).data).toHaveLength(25);
    expect((await w.admin.reads('/tasks', { limit: 7 })).data).toHaveLength(7);
    for (const limit of ['100', '101', '5000', '99999999999999999999999']) {
      expect((await w.admin.reads('/tasks', { limit })).data).toHaveLength(100);
    }
  });

  test.each(['0', '-1', '1.5', 'ten', '', '1e2', '0x10', ' 5', 'NaN'])(
    'limit=%p is 400 at fields.limit',
    async (limit) => {
      for (const path of ['/tasks', '/goals', '/labels', '/keys', '/members']) {
        const answer = await w.admin.get(path, { limit });
        expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
        expect(Object.keys(answer.body.error.fields)).toEqual(['limit']);
      }
    },
  );

  test('pages continue by the cursor until hasMore is false and the cursor null', async () => {
    await tasks(7);
    const seen: number[][] = [];
    let cursor: string | null = null;
    do {
      const page: Body = await w.admin.reads('/tasks', { limit: 3, ...(cursor && { cursor }) });
      seen.push(numbers(page));
      expect(page.hasMore).toBe(page.cursor !== null);
      cursor = page.cursor;
    } while (cursor);
    expect(seen).toEqual([[7, 6, 5], [4, 3, 2], [1]]);
  });

  test('a full last page has no cursor', async () => {
    await tasks(4);
    const first = await w.admin.reads('/tasks', { limit: 2 });
    expect(await w.admin.reads('/tasks', { limit: 2, cursor: first.cursor })).toMatchObject({
      cursor: null,
      hasMore: false,
    });
  });

  test('pages repeat and miss no rows while others are added and removed', async () => {
    await tasks(6);
    const first = await w.admin.reads('/tasks', { limit: 2 });
    await tasks(3);
    await w.admin.does('post', '/tasks/5/archive');
    await w.admin.delete('/tasks/5');
    const second = await w.admin.reads('/tasks', { limit: 2, cursor: first.cursor });
    await w.admin.does('post', '/tasks/3/archive');
    const third = await w.admin.reads('/tasks', { limit: 2, cursor: second.cursor });
    expect([numbers(first), numbers(second), numbers(third)]).toEqual([
      [6, 5],
      [4, 3],
      [2, 1],
    ]);
  });

  test('the limit can change between pages', async () => {
    await tasks(6);
    const first = await w.admin.reads('/tasks', { limit: 1 });
    expect(numbers(await w.admin.reads('/tasks', { limit: 10, cursor: first.cursor }))).toEqual([
      5, 4, 3, 2, 1,
    ]);
  });

  test.each([
    '/tasks',
    '/labels',
    '/projects',
    '/initiatives',
    '/goals',
    '/agents',
    '/members',
    '/keys',
    '/tasks/1/comments',
    '/tasks/1/activity',
  ])('a cursor that was not issued for %s is 400 INVALID_CURSOR', async (path) => {
    await tasks(2);
    const { cursor } = await w.admin.reads('/tasks', { limit: 1, archived: true });
    for (const wrong of [cursor, '', 'x', 'null', 'W10', '💥', cursor.slice(1), `${cursor}A`.repeat(50)]) {
      const answer = await w.admin.get(path, { cursor: wrong });
      expect(outcome(answer)).toBe('400 INVALID_CURSOR');
    }
  });

  test('a cursor is only valid for its filters', async () => {
    await tasks(3);
    const { cursor } = await w.admin.reads('/tasks', { limit: 1, status: 'todo' });
    expect(numbers(await w.admin.reads('/tasks', { status: 'todo', cursor }))).toEqual([2, 1]);
    for (const query of [
      {},
      { status: 'done' },
      { status: 'todo', priority: 'p2' },
      { status: 'todo,done' },
    ]) {
      expect(outcome(await w.admin.get('/tasks', { ...query, cursor }))).toBe('400 INVALID_CURSOR');
    }
  });

  test('a cursor is only valid for its path', async () => {
    const [one, two] = [
      await w.admin.creates('/projects', { title: 'A' }),
      await w.admin.creates('/projects', { title: 'B' }),
    ];
    for (const projectId of [one.id, one.id, two.id, two.id])
      await w.admin.creates('/tasks', { title: 'A', projectId });
    const { cursor } = await w.admin.reads(`/projects/${one.id}/tasks`, { limit: 1 });
    expect(outcome(await w.admin.get(`/projects/${two.id}/tasks`, { cursor }))).toBe('400 INVALID_CURSOR');
  });

  test('a cursor is only valid for its workspace', async () => {
    await tasks(2);
    const { cursor } = await w.admin.reads('/tasks', { limit: 1 });
    expect(outcome(await w.other.admin.get('/tasks', { cursor }))).toBe('400 INVALID_CURSOR');
  });

  test('a cursor that was tampered with is refused or answered, never a 500', async () => {
    await tasks(3);
    await w.admin.patch('/tasks/1', { title: 'B' });
    await w.admin.creates('/labels', { name: 'a' });
    await w.admin.creates('/labels', { name: 'b' });
    for (const path of ['/tasks', '/labels', '/members', '/tasks/1/activity']) {
      const { cursor } = await w.admin.reads(path, { limit: 1 });
      const [print] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
      for (const position of [
        'a\0',
        '\ud800',
        'x',
        '1.x',
        '1.1.1',
        '9'.repeat(30),
        -1,
        0,
        2 ** 53,
        1.5,
        null,
        {},
      ]) {
        const forged = Buffer.from(JSON.stringify([print, position])).toString('base64url');
        expect((await w.admin.get(path, { cursor: forged })).status).toBeLessThan(500);
      }
    }
    expect(w.faults).toEqual([]);
  });
});

describe('errors', () => {
  test('an error has at most 20 fields of at most 20 messages', async () => {
    const answer = await w.admin.post('/tasks', { title: 'A', tags: Array(50).fill(7) });
    expect(Object.keys(answer.body.error.fields)).toHaveLength(20);
    const unknown = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`field${i}`, 1]));
    const strict = await w.admin
      .request('post', '/tasks')
      .set('Prefer', 'handling=strict')
      .send({ title: 'A', ...unknown });
    expect(Object.keys(strict.body.error.fields)).toHaveLength(20);
  });

  test('an error stays small, however long the names of the fields', async () => {
    const body = { title: 'A', ['x'.repeat(500_000)]: 1 };
    const { text } = await w.admin.request('post', '/tasks').set('Prefer', 'handling=strict').send(body);
    expect(text.length).toBeLessThan(10_000);
  });

  test('errors do not repeat the values that were sent', async () => {
    const secret = 'zq9-my-secret';
    for (const answer of [
      await w.admin.post('/tasks', {
        title: 'A',
        priority: secret,
        assignedTo: secret,
        tags: secret,
        effort: secret,
      }),
      await w.admin.post('/tasks', { title: 'A', assignedTo: secret }),
      await w.admin.post('/goals', { title: 'A', metric: { target: secret, current: 0, unit: 7 } }),
      await w.admin.post('/members', { name: `${secret} !`, displayName: 'X', email: secret }),
      await w.admin.get('/tasks', { status: secret, limit: secret, archived: secret }),
      await w.admin.get(`/tasks/${secret}`),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.text).not.toContain(secret);
    }
  });

  test('an internal error is 500 INTERNAL_ERROR without details', async () => {
    const broken = {
      ...w.tandem.tasks,
      get: () => Promise.reject(new Error('disk on fire at /secret/path')),
    };
    Object.assign(w.tandem, { tasks: broken });
    const answer = await w.admin.request('get', '/tasks/1');
    expect(outcome(answer)).toBe('500 INTERNAL_ERROR');
    expect(answer.body.error.requestId).toBe(answer.headers['x-request-id']);
    expect(Object.keys(answer.body.error).sort()).toEqual(['code', 'message', 'requestId']);
    expect(answer.text).not.toMatch(/disk|secret|Error:|\.ts/);
    expect(w.faults).toHaveLength(1);
  });
});

test('a request whose client disconnects is logged as 499', async () => {
  const logged: RequestLog[] = [];
  w = await world({ http: { onRequest: (entry) => logged.push(entry) } });
  const { thread, turn } = await w.admin.creates('/chats', { agentId: w.agent.id, body: 'Hello' });
  const waiting = w.admin.request('get', `/chats/${thread.id}/turns/${turn.id}?wait=25`);
  waiting.end(() => undefined);
  while (w.tandem.waiting() !== 1) await new Promise(setImmediate);
  waiting.abort();
  while (w.tandem.waiting() !== 0) await new Promise(setImmediate);
  expect(logged.at(-1)).toMatchObject({ operation: 'chats.turn', status: 499 });
});

describe('references in a body', () => {
  test.each([
    ['projectId', '/tasks', { title: 'A' }],
    ['assignedTo', '/tasks', { title: 'A' }],
    ['initiativeId', '/projects', { title: 'A' }],
    ['goalId', '/projects', { title: 'A' }],
    ['initiativeId', '/goals', { title: 'A' }],
  ])(
    '%s of POST %s that is unknown or of another workspace is 400 at that field, with the same message',
    async (field, path, body) => {
      const theirs: Record<string, string> = {
        projectId: (await w.other.admin.creates('/projects', { title: 'Theirs' })).id,
        initiativeId: (await w.other.admin.creates('/initiatives', { name: 'Theirs' })).id,
        goalId: (await w.other.admin.creates('/goals', { title: 'Theirs' })).id,
        assignedTo: w.other.person.id,
      };
      const messages = new Set<string>();
      for (const value of [theirs[field], '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'x']) {
        const answer = await w.admin.post(path, { ...body, [field]: value });
        expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
        expect(Object.keys(answer.body.error.fields)).toEqual([field]);
        messages.add(JSON.stringify(answer.body.error.fields));
      }
      expect(messages.size).toBe(1);
    },
  );
});
