import { endlessMoves, newTask } from '../population.ts';

export const OPERATIONS = ['get', 'list', 'create', 'transition'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** For each operation, whole HTTP requests without end that all succeed on a seeded database. */
export function requests(tasks: number, secret: string): Record<Operation, () => string> {
  const nextMove = endlessMoves(tasks);
  let created = 0;
  const { get, post } = requestsWith(secret);
  return {
    get: () => get(`/api/v1/tasks/${1 + Math.floor(Math.random() * tasks)}`),
    list: () => get('/api/v1/tasks?limit=25'),
    create: () => post('/api/v1/tasks', newTask(created++)),
    transition: () => {
      const { number, to } = nextMove();
      return post(`/api/v1/tasks/${number}/transition`, { to });
    },
  };
}

/** Whole HTTP requests with this key. */
export function requestsWith(secret: string) {
  const headers = `Host: 127.0.0.1\r\nAuthorization: Bearer ${secret}\r\n`;
  return {
    get: (path: string) => `GET ${path} HTTP/1.1\r\n${headers}\r\n`,
    post: (path: string, body: object) => {
      const text = JSON.stringify(body);
      const length = Buffer.byteLength(text);
      return `POST ${path} HTTP/1.1\r\n${headers}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${text}`;
    },
  };
}
