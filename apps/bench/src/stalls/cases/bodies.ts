import { gzipSync } from 'node:zlib';
import { operations } from '@tandem/contract';
import { type Request, strictly } from '../request.ts';
import type { Scene, StallCase } from './case.ts';

/** A JSON text of at most this many bytes, from entries that differ by their number. */
function filled(max: number, open: string, entry: (i: number) => string, close: string): string {
  const entries: string[] = [];
  for (let bytes = open.length + close.length; ; ) {
    const next = entry(entries.length);
    bytes += next.length + 1;
    if (bytes > max) return open + entries.join() + close;
    entries.push(next);
  }
}

// The escape in both makes the server look at each text.
const unknownFields = (bytes: number) => filled(bytes, '{"\\u0061":1,', (i) => `"a${i.toString(36)}":1`, '}');
const brackets = (bytes: number) => {
  const depth = Math.floor(bytes / 2) - 10;
  return `{"\\u0061":${'['.repeat(depth)}${']'.repeat(depth)}}`;
};

/** Body fields that are lists, with an invalid entry for each. */
const WRONG_ENTRIES: readonly (readonly [operation: string, field: string, entry: (i: number) => string])[] =
  [
    ['tasks.create', 'tags', () => '1'],
    ['tasks.create', 'labels', () => '{}'],
    ['tasks.update', 'tags', () => '1'],
    ['tasks.update', 'labels', () => '{}'],
    ['agents.pushSessions', 'sessions', () => '{}'],
    ['chats.start', 'fileIds', () => '1'],
    ['chats.send', 'fileIds', () => '1'],
    ['turns.reply', 'fileIds', () => '1'],
    ['turns.reply', 'suggestions', () => '{}'],
    ['keys.create', 'scopes', () => '""'],
  ];

/** The same for objects with numeric values. */
const WRONG_NUMBERS = [['agents.pushTelemetry', 'usage']] as const;

/** Marks of two kinds in turns behind one letter: to compare such texts takes the square of their length. */
const marks = (bytes: number) => `a${'\u0301\u0323'.repeat(Math.floor(bytes / 4) - 10)}`;

const UNPACKED_TIMES = 100;

/** Fields that name a member, who is looked for by a text of any length. */
const REFERENCES = [
  ['tasks.create', 'assignedTo'],
  ['tasks.update', 'assignedTo'],
  ['agents.update', 'reportsTo'],
] as const;

type Change = (request: Request, bytes: number) => Request;

const sending =
  (text: (bytes: number) => string): Change =>
  (request, bytes) => ({
    ...request,
    body: text(bytes),
    headers: { ...request.headers, 'Content-Type': 'application/json' },
  });

/** The same body with another value in one field. */
const extended =
  (field: string, text: (bytes: number) => string): Change =>
  (request, bytes) => {
    const { [field]: _, ...others } = JSON.parse(String(request.body)) as Record<string, unknown>;
    const rest = JSON.stringify(others).slice(0, -1);
    return sending((max) => `${rest},"${field}":${text(max - 2 * rest.length)}}`)(request, bytes);
  };

/** The worst invalid bodies for each operation that has a body, at the path of its first case. */
export function bodyCases(cases: readonly StallCase[]): StallCase[] {
  const withBody = (operation: string, what: string, change: Change, status = 400): StallCase => {
    const first = cases.find((each) => each.operation === operation);
    if (!first) throw new Error(`There is no case of ${operation} to change the body of.`);
    const request = async (scene: Scene) => change(await first.request(scene), scene.dataset.sizes.body);
    return { operation, what, status, request };
  };
  const numbers = (value: string) => (max: number) =>
    filled(max, '{', (i) => `"${i.toString(36)}":${value}`, '}');

  return [
    ...operations
      .filter(({ body }) => body)
      .flatMap(({ id }) => [
        withBody(id, '1 MiB of unknown fields, strict', (request, bytes) =>
          strictly(sending(unknownFields)(request, bytes)),
        ),
        withBody(id, '1 MiB of brackets', sending(brackets)),
      ]),
    ...WRONG_ENTRIES.map(([id, field, entry]) =>
      withBody(
        id,
        `1 MiB of wrong ${field}`,
        sending((max) => filled(max, `{"${field}":[`, entry, ']}')),
      ),
    ),
    ...WRONG_NUMBERS.flatMap(([id, field]) => [
      withBody(id, `1 MiB of wrong ${field}`, extended(field, numbers('""'))),
      withBody(id, `1 MiB of too many ${field}`, extended(field, numbers('1'))),
    ]),
    ...REFERENCES.map(([id, field]) =>
      withBody(
        id,
        `${field} of 1 MiB of combining marks`,
        sending((max) => JSON.stringify({ title: 'A task', [field]: marks(max - 100) })),
      ),
    ),
    withBody(
      'tasks.create',
      '100 kB that unpack to 100 MiB',
      (request, bytes) => ({
        ...request,
        body: gzipSync(Buffer.alloc(bytes * UNPACKED_TIMES, ' ')),
        headers: { ...request.headers, 'Content-Encoding': 'gzip' },
      }),
      413,
    ),
    withBody('agents.pushSessions', '1 MiB of sessions with unknown fields, strict', (request, bytes) =>
      strictly(
        sending((max) => filled(max, '{"sessions":[', () => '{"kee":1,"kinb":2}', ']}'))(request, bytes),
      ),
    ),
  ];
}
