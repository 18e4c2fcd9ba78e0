import { parseArgs } from 'node:util';

/** The parts that --only selects. */
export const PARTS = [
  'get',
  'list',
  'create',
  'transition',
  'terms',
  'growth',
  'cycles',
  'waits',
  'claims',
  'claimers',
  'streams',
  'client',
  'mcp',
  'rest',
  'import',
  'export',
  'web',
  'postgres',
] as const;
export type Part = (typeof PARTS)[number];

export interface Options {
  readonly parts: readonly Part[];
  /** Turns that each server has in each comparison. */
  readonly rounds: number;
  readonly sliceMs: number;
  /** Tasks in the workspace that both servers serve. */
  readonly tasks: number;
  /** Claimers that wait for work at a time. */
  readonly claimers: number;
  /** Event streams that are held at rest. */
  readonly streams: number;
  /** The workspaces that growth compares. */
  readonly growth: { readonly small: number; readonly large: number };
  /** Runs the stall measurements instead of all other parts; `null` if not requested. */
  readonly stalls: {
    /** Share of the promised sizes. */
    readonly scale: number;
    /** Folder that keeps the large workspace between runs; null for the system's temporary folder. */
    readonly folder: string | null;
    /** Measures only cases with this in their names. */
    readonly only: string;
  } | null;
  /** Folder for CPU profiles of both servers; null for none. */
  readonly profileFolder: string | null;
}

export const USAGE = `npm run bench -- [options]

  --only <parts>     only some of ${PARTS.join(', ')}, with commas between;
                     postgres only when it is named: it needs one, and takes its time
  --rounds <n>       turns of each server in each comparison (5)
  --slice <ms>       how long a turn lasts (2000)
  --tasks <n>        tasks in the workspace that is served (100000)
  --claimers <n>     claimers that wait for work at a time (1000)
  --streams <n>      event streams that are held at rest (1000)
  --million          growth from 10,000 to 1,000,000 tasks instead of from 1,000 to 100,000
  --stalls           instead of the parts: for how long each operation holds up all others, in a workspace of
                     1,000,000 tasks, which is made once
  --stalls-scale <n> a workspace of that share of the size (1), for a quick look
  --stalls-only <t>  only cases with this in their names, such as tasks.list
  --stalls-in <dir>  keep the workspace there and not in the system's temporary folder
  --cpu-prof <dir>   write CPU profiles of both servers there; costs both some speed
  --help`;

/** Parses the command line; `null` if only help is wanted. Throws on invalid arguments. */
export function readOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: PARTS.filter((part) => part !== 'postgres').join() },
      rounds: { type: 'string', default: '5' },
      slice: { type: 'string', default: '2000' },
      tasks: { type: 'string', default: '100000' },
      claimers: { type: 'string', default: '1000' },
      streams: { type: 'string', default: '1000' },
      million: { type: 'boolean', default: false },
      stalls: { type: 'boolean', default: false },
      'stalls-scale': { type: 'string', default: '1' },
      'stalls-only': { type: 'string', default: '' },
      'stalls-in': { type: 'string' },
      'cpu-prof': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  return {
    parts: values.only.split(',').map(partNamed),
    rounds: count('rounds', values.rounds, 1, 100),
    sliceMs: count('slice', values.slice, 100, 60_000),
    tasks: count('tasks', values.tasks, 1_000, 1_000_000),
    claimers: count('claimers', values.claimers, 50, 10_000),
    streams: count('streams', values.streams, 1, 10_000),
    growth: values.million ? { small: 10_000, large: 1_000_000 } : { small: 1_000, large: 100_000 },
    stalls: values.stalls
      ? {
          scale: share('stalls-scale', values['stalls-scale']),
          folder: values['stalls-in'] ?? null,
          only: values['stalls-only'],
        }
      : null,
    profileFolder: values['cpu-prof'] ?? null,
  };
}

function partNamed(name: string): Part {
  const part = PARTS.find((known) => known === name.trim());
  if (!part) throw new Error(`--only takes ${PARTS.join(', ')}; not ${name}.`);
  return part;
}

function count(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new Error(`--${name} takes an integer from ${min} to ${max}; not ${text}.`);
}

function share(name: string, text: string): number {
  const value = Number(text);
  if (value >= 0.001 && value <= 1) return value;
  throw new Error(`--${name} takes a number from 0.001 to 1; not ${text}.`);
}
