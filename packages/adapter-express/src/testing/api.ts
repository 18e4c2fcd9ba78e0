import type { Server } from 'node:http';
import request, { type Test } from 'supertest';
import { checkAnswerOf } from './check-answer.ts';
import { type Answer, agent, sendTo } from './client.ts';
import { hangingUp } from './first-frame.ts';

export type { Answer } from './client.ts';

type Query = Record<string, string | number | boolean | string[]>;
type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options';

/** The API with one key. Every response is checked against the contract. */
export interface Api {
  /** Paths are given without /api/v1. */
  get(path: string, query?: Query): Promise<Answer>;
  post(path: string, body?: object): Promise<Answer>;
  put(path: string, body?: object): Promise<Answer>;
  patch(path: string, body?: object): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  /** The body of a GET that must succeed. */
  reads(path: string, query?: Query): Promise<Body>;
  /** The body of a POST that must return 201. */
  creates(path: string, body: object): Promise<Body>;
  /** The body of a POST or PATCH that must return 200. */
  does(verb: 'post' | 'patch', path: string, body?: object): Promise<Body>;
  /** All items of a list, page by page. */
  readsAll(path: string, query?: Query): Promise<Body[]>;
  /** A request to which headers or a body can be added. */
  request(verb: Verb, path: string): Test;
}

/** A body parsed by JSON.parse; each test knows its type. */
export type Body = Answer['body'];

export function apiOf(server: Server, secret: string | undefined): Api {
  const open = (verb: Verb, path: string): Test => {
    const test = hangingUp(request(server)[verb](`/api/v1${path}`).agent(agent), verb, path);
    return secret === undefined ? test : test.set('Authorization', `Bearer ${secret}`);
  };
  const send = async (verb: Verb, path: string, body?: object, query?: Query): Promise<Answer> => {
    const text = body && JSON.stringify(body);
    const method = verb.toUpperCase();
    const answer = await sendTo(server, {
      method,
      path: `/api/v1${path}${query ? asText(query) : ''}`,
      headers: {
        ...(secret !== undefined && { Authorization: `Bearer ${secret}` }),
        ...(text !== undefined && { 'Content-Type': 'application/json' }),
        // Node adds it automatically, but not to a GET.
        ...(text !== undefined && { 'Content-Length': String(Buffer.byteLength(text)) }),
      },
      body: text,
    });
    checkAnswerOf(method, `/api/v1${path}`, answer);
    return answer;
  };
  const expectStatus = (status: number, answer: Answer): Body => {
    if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  const api: Api = {
    get: (path, query) => send('get', path, undefined, query),
    post: (path, body) => send('post', path, body),
    put: (path, body) => send('put', path, body),
    patch: (path, body) => send('patch', path, body),
    delete: (path) => send('delete', path),
    reads: async (path, query) => expectStatus(200, await api.get(path, query)),
    creates: async (path, body) => expectStatus(201, await api.post(path, body)),
    does: async (verb, path, body) => expectStatus(200, await api[verb](path, body)),
    readsAll: async (path, query) => {
      const items: Body[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await api.reads(path, { limit: 100, ...query, ...(cursor && { cursor }) });
        items.push(...page.data);
        if (!page.hasMore) return items;
        cursor = page.cursor;
      }
    },
    request: open,
  };
  return api;
}

const asText = (query: Query): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return `?${new URLSearchParams(pairs)}`;
};

/** A response in short: `200`, or the status and code of an error. */
export function outcome({ status, body }: Answer): string {
  const code = body?.error?.code ?? (status >= 400 ? body?.code : undefined);
  return code === undefined ? String(status) : `${status} ${code}`;
}
