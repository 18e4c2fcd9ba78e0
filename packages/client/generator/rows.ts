import { contract, isKeyed, isMessage, type Operation } from '@tandem/contract';
import type * as z from 'zod';
import { defOf, shapeOf, type TypeWriter } from './shapes.ts';

/** Each row with the names of its group and its operation. */
export const ROWS: readonly (readonly [group: string, name: string, row: Operation])[] = Object.entries(
  contract,
).flatMap(([group, rows]) =>
  Object.entries(rows as Record<string, Operation>).map(([name, row]) => [group, name, row] as const),
);

/** The input of an operation, after its path parameters. */
export type Input = 'query' | 'body' | 'file';

export function inputOf({ id, query, body, document, multipart }: Operation): Input | undefined {
  const found: Input[] = [];
  if (shapeOf(query).length > 0) found.push('query');
  if (body || document) found.push('body');
  if (multipart) found.push('file');
  if (found.length > 1) throw new Error(`${id} is given ${found.join(' and ')}: tell the generator how.`);
  return found[0];
}

/** How a response is read; by default as a JSON body or none. */
export type Reading = 'list' | 'feed' | 'stream' | 'bytes';

export function readingOf({ id, responses }: Operation): Reading | undefined {
  const schema = responses[200];
  if (id === 'events.stream') return 'stream';
  if (!schema) return undefined;
  const shape = defOf(schema).shape;
  if (shape?.hasMore) return defOf(shape.cursor as z.ZodType).type === 'nullable' ? 'list' : 'feed';
  return (schema.meta() as { format?: string } | undefined)?.format === 'binary' ? 'bytes' : undefined;
}

/** The names of the path parameters, in order. */
export const namesIn = ({ path }: Operation): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);

/**
 * Operations that can be repeated safely without a key: a heartbeat reports totals since the start of its claim, and a
 * preview writes nothing. The service stores the response to each keyed request for a day.
 */
const NEED_NO_KEY = ['claims.heartbeat', 'imports.preview'];

/** A row of the operations table. */
export function lineOf(row: Operation): string {
  const { method, path, access } = row;
  const entry = {
    method: method.toUpperCase(),
    path: path.replace('/api/v1', ''),
    input: inputOf(row),
    reading: readingOf(row),
    // Chats use the same header for the key of a message.
    keyed: ((isKeyed(row) || isMessage(row)) && !NEED_NO_KEY.includes(row.id)) || undefined,
    // Without an API key the service can't tell who repeats the request, so it must be sent only once.
    once: access === 'no key' || undefined,
    waits: waitsIn(row) || undefined,
    repeats: repeatedIn(row),
  };
  const members = Object.entries(entry).filter(([, value]) => value !== undefined);
  return `{ ${members.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ')} }`;
}

/** Better type names than those derived from group and operation. */
const ANSWERS: Readonly<Record<string, string>> = {
  'workspace.me': 'Me',
  'turns.claim': 'ClaimedTurn',
  'turns.heartbeat': 'TurnPulse',
  'claims.heartbeat': 'Pulse',
  'agents.get': 'AgentWithCounts',
  'members.create': 'InvitedMember',
  'work.next': 'Work',
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** An operation's method as a TypeScript declaration. */
export function methodOf(row: Operation, group: string, name: string, types: TypeWriter): string {
  const given = `${capital(group)}${capital(name)}`;
  const parameters = namesIn(row).map((each) =>
    each === 'identifier' ? 'identifier: number | string' : `${each}: string`,
  );
  const input = inputOf(row);
  if (input === 'query') {
    const isOptional = shapeOf(row.query).every(([, of]) => ['optional', 'default'].includes(defOf(of).type));
    parameters.push(`query${isOptional ? '?' : ''}: ${types.name(`${given}Query`, row.query, 'input')}`);
  }
  const body = row.body ?? row.document;
  if (input === 'body' && body) {
    const isOptional = row.bodyOptional;
    parameters.push(`body${isOptional ? '?' : ''}: ${types.name(`${given}Body`, body, 'input')}`);
  }
  if (input === 'file') parameters.push('file: FileToSend');
  const reading = readingOf(row);
  parameters.push(`options?: ${reading === 'stream' ? 'StreamOptions' : 'Options'}`);
  const answer = answerOf(row, given, types);
  const summary = `/** ${row.summary.replaceAll('*/', '* /')} */\n`;
  const declared = `${name}(${parameters.join(', ')}): ${answer};`;
  if (!waitsIn(row) || !answer.endsWith(' | null>')) return `${summary}${declared}`;
  // A wait without an end never returns null.
  const forever = parameters.map((each) => each.replace(/^body\??: (.+)$/, 'body: Forever<$1>')).join(', ');
  return `${summary}${name}(${forever}): ${answer.replace(' | null>', '>')};\n${summary}${declared}`;
}

const waitsIn = (row: Operation): boolean =>
  shapeOf(row.query)
    .concat(row.body ? shapeOf(row.body) : [])
    .some(([name]) => name === 'wait');

/** Parameters whose values are not joined by commas. */
function repeatedIn(row: Operation): readonly string[] | undefined {
  const names = shapeOf(row.query).flatMap(([name, of]) => {
    const { param } = (of.meta() ?? {}) as { param?: { explode?: boolean } };
    return param?.explode ? [name] : [];
  });
  return names.length > 0 ? names : undefined;
}

/** The return type of a method. */
function answerOf(row: Operation, given: string, types: TypeWriter): string {
  const reading = readingOf(row);
  if (reading === 'stream') return 'EventStream';
  if (reading === 'bytes') return 'Call<Response>';
  if (reading) {
    const shape = defOf(row.responses[200] as z.ZodType).shape ?? {};
    const item = types.typeOf(defOf(shape.data as z.ZodType).element as z.ZodType, 'answer');
    if (reading === 'feed') return `Listing<${item}, FeedPage<${item}>>`;
    if (shape.total) return `Listing<${item}, CountedPage<${item}>>`;
    return shape.complete ? `Listing<${item}, FoundPage<${item}>>` : `Listing<${item}>`;
  }
  const answers = Object.entries(row.responses)
    .filter(([status]) => Number(status) < 300)
    .map(([, schema]) => {
      if (schema === null) return 'null';
      const name = ANSWERS[row.id] ?? `${given}Answer`;
      return types.name(name, schema, 'answer');
    });
  return `Call<${[...new Set(answers)].join(' | ')}>`;
}
