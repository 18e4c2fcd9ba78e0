import { spawnSync } from 'node:child_process';

/** A global by its type, without Jest's types, which programs that install this package may lack. */
type Global<Name extends string> = typeof globalThis extends Record<Name, infer Type> ? Type : never;

/** Jest's `test` and `describe`, or their `skip`. */
export interface Testing {
  readonly test: Global<'test'>;
  readonly describe: Global<'describe'>;
}

/** Whether long tests run as well (docs/architecture.md, "How it is tested"). */
export const LONG = process.env.TANDEM_TEST_LONG === '1';

/** The `test` and `describe` of long tests, which are skipped without `TANDEM_TEST_LONG=1`. */
export const long: Testing = {
  test: LONG ? test : (test.skip as Testing['test']),
  describe: LONG ? describe : (describe.skip as Testing['describe']),
};

const known = new Map<string, boolean>();
const reported = new Set<string>();

/** Whether a program is installed and runs. */
export function hasProgram(name: string): boolean {
  const found = known.get(name) ?? spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
  known.set(name, found);
  return found;
}

/**
 * For tests with requirements beyond npm and the README: skipped with a one-line message if one is missing, in CI as
 * well (docs/contributing.md, "Optional programs").
 * @param what its name
 */
export function needing(what: string, isThere: boolean): Testing {
  if (isThere) return { test, describe };
  if (!reported.has(what))
    process.stderr.write(`Skipped: tests that need ${what}, which this machine does not have.\n`);
  reported.add(what);
  return { test: test.skip as Testing['test'], describe: describe.skip as Testing['describe'] };
}

/** Like `needing`, for programs that support `--version`. */
export function needingPrograms(...names: readonly string[]): Testing {
  const missing = names.filter((name) => !hasProgram(name));
  return needing(missing.join(' and '), missing.length === 0);
}

/** Like `needing`, for a terminal, which the `script` command of util-linux provides. */
export function needingTerminal(...programs: readonly string[]): Testing {
  const hasTerminal = /util-linux/.test(String(spawnSync('script', ['--version']).stdout));
  const missing = [
    ...(hasTerminal ? [] : ['script (util-linux)']),
    ...programs.filter((name) => !hasProgram(name)),
  ];
  return needing(missing.join(' and '), missing.length === 0);
}
