import { endlessMoves, newTask } from '../population.ts';

export const OPERATIONS = [
  'get',
  'list',
  'create',
  'transition',
  'keyed create',
  'patch',
  'keyed patch',
  'conditional patch',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** For each operation, whole HTTP requests without end that all succeed on a seeded database. */
export function requests(tasks: number, secret: string): Record<Operation, () => string> {
  const nextMove = endlessMoves(tasks);
  let created = 0;
  const { get, post, patch } = requestsWith(secret);
  /** One that no request had before, whichever process has sent it. */
  const newKey = () => ({ 'Idempotency-Key': `${process.pid}-${created++}` });
  /** Changes a task that may be any, so that it is another after it. */
  const change = (headers?: Headers) =>
    patch(`/api/v1/tasks/${anyOf(tasks)}`, { title: `Changed ${created++}` }, headers);
  return {
    get: () => get(`/api/v1/tasks/${anyOf(tasks)}`),
    list: () => get('/api/v1/tasks?limit=25'),
    create: () => post('/api/v1/tasks', newTask(created++)),
    transition: () => {
      const { number, to } = nextMove();
      return post(`/api/v1/tasks/${number}/transition`, { to });
    },
    'keyed create': () => post('/api/v1/tasks', newTask(created), newKey()),
    patch: () => change(),
    'keyed patch': () => change(newKey()),
    // Any state will do, which is found out as if it were one.
    'conditional patch': () => change({ 'If-Match': '*' }),
  };
}

const anyOf = (tasks: number): number => 1 + Math.floor(Math.random() * tasks);

type Headers = Readonly<Record<string, string>>;

/** Whole HTTP requests with this key. */
export function requestsWith(secret: string) {
  const headers = `Host: 127.0.0.1\r\nAuthorization: Bearer ${secret}\r\n`;
  const withBody =
    (method: string) =>
    (path: string, body: object, more: Headers = {}) => {
      const text = JSON.stringify(body);
      const lines = Object.entries(more).map(([name, value]) => `${name}: ${value}\r\n`);
      const length = Buffer.byteLength(text);
      return `${method} ${path} HTTP/1.1\r\n${headers}${lines.join('')}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${text}`;
    };
  return {
    get: (path: string) => `GET ${path} HTTP/1.1\r\n${headers}\r\n`,
    post: withBody('POST'),
    patch: withBody('PATCH'),
  };
}
