import { parseArgs } from 'node:util';

/** What can be left out with --only. */
export const PARTS = ['get', 'list', 'create', 'transition', 'growth', 'cycles', 'waits', 'rest'] as const;
export type Part = (typeof PARTS)[number];

export interface Options {
  readonly parts: readonly Part[];
  /** Turns that each server has in each comparison. */
  readonly rounds: number;
  readonly sliceMs: number;
  /** Tasks in the workspace that both servers serve. */
  readonly tasks: number;
  /** The workspaces that growth compares. */
  readonly growth: { readonly small: number; readonly large: number };
  /** Where CPU profiles of both servers are written; null for none. */
  readonly profileFolder: string | null;
}

export const USAGE = `npm run bench -- [options]

  --only <parts>     only some of ${PARTS.join(', ')}, with commas between
  --rounds <n>       turns of each server in each comparison (5)
  --slice <ms>       how long a turn lasts (2000)
  --tasks <n>        tasks in the workspace that is served (100000)
  --million          growth from 10,000 to 1,000,000 tasks instead of from 1,000 to 100,000
  --cpu-prof <dir>   write CPU profiles of both servers there; costs both some speed
  --help`;

/** Reads the command line; null when only help is wanted. Throws what cannot be understood. */
export function readOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: PARTS.join() },
      rounds: { type: 'string', default: '5' },
      slice: { type: 'string', default: '2000' },
      tasks: { type: 'string', default: '100000' },
      million: { type: 'boolean', default: false },
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
    growth: values.million ? { small: 10_000, large: 1_000_000 } : { small: 1_000, large: 100_000 },
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
