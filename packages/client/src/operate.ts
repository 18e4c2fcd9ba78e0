import { Call, type Options } from './calls.ts';
import { Listing, type Page } from './pages.ts';
import type { Row } from './row.ts';
import { type Connection, type Input, send } from './send.ts';
import { EventStream, type StreamOptions } from './streams.ts';
import { TABLE } from './table.ts';
import { MAX_WAIT_SECONDS, waited } from './waits.ts';

const ROWS: Readonly<Record<string, Readonly<Record<string, Row>>>> = TABLE;

/** The groups of operations of a connection, each created on first use. */
export class Grouped {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  static {
    for (const [group, rows] of Object.entries(ROWS)) {
      Object.defineProperty(Grouped.prototype, group, {
        get(this: Grouped) {
          const made = Object.fromEntries(
            Object.entries(rows).map(([name, row]) => [name, methodOf(this.#connection, row)]),
          );
          Object.defineProperty(this, group, { value: made, enumerable: true });
          return made;
        },
      });
    }
  }
}

/** The operation as a function of its path parameters, its input and its options. */
function methodOf(connection: Connection, row: Row): (...given: unknown[]) => unknown {
  const [first = '', ...between] = row.path.split(/:\w+/);
  const count = between.length;
  return (...given) => {
    const path = first + between.map((part, i) => named(given[i], row) + part).join('');
    const input = row.input ? (given[count] as Input | undefined) : undefined;
    const options = given[row.input ? count + 1 : count] as Options | undefined;
    const { reading } = row;
    if (reading === 'stream') return streamOf(connection, row, path, input, options);
    if (reading === 'list' || reading === 'feed') return listOf(connection, row, path, input, options);
    return new Call(ask(connection, row, path, input, options));
  };
}

/** An encoded path parameter. Blank or dots only, it would change the path. */
function named(given: unknown, { method, path }: Row): string {
  const text = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
  if (/^\.{0,2}$/.test(text))
    throw new TypeError(`${method} ${path} needs an id or a number, but got ${given}.`);
  return encodeURIComponent(text);
}

function ask(connection: Connection, row: Row, path: string, input?: Input, options?: Options) {
  const wait = row.waits ? secondsOf(input?.wait) : 0;
  return wait > MAX_WAIT_SECONDS
    ? waited(connection, row, path, { ...input, wait }, options)
    : send(connection, row, path, input, options);
}

const secondsOf = (wait: unknown): number => (wait === 'forever' ? Infinity : Number(wait ?? 0));

function listOf(connection: Connection, row: Row, path: string, input?: Input, options?: Options) {
  const read = (more: Input) =>
    ask(connection, row, path, { ...input, ...more }, options) as ReturnType<
      Call<Page<unknown>>['withResponse']
    >;
  const continued = row.reading === 'feed' ? 'after' : 'cursor';
  return new Listing(read({}), async (cursor) => (await read({ [continued]: cursor })).data);
}

function streamOf(connection: Connection, row: Row, path: string, input?: Input, options?: StreamOptions) {
  const open = (after: string | undefined, patience: Options) =>
    ask(connection, row, path, { ...input, after }, { ...options, ...patience }) as ReturnType<
      Call<Response>['withResponse']
    >;
  return new EventStream(open, input?.after as string | undefined, options);
}
