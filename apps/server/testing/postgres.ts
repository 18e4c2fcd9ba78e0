import { type Cluster, onOwnPostgres, query, startCluster } from '@tandem/adapter-postgres/testing';

/** A PostgreSQL with durable commits, as a server requires. */
export interface DurablePostgres {
  cluster(): Cluster;
  /** The URL of an empty database. */
  newDatabase(): Promise<string>;
  /** Runs one statement. */
  query(url: string, sql: string): Promise<void>;
}

/** Describes tests of servers on a PostgreSQL of their own; skipped if none can be started. */
export function onDurablePostgres(name: string, tests: (postgres: DurablePostgres) => void): void {
  onOwnPostgres(name, () => {
    let cluster: Cluster;
    let databases = 0;
    beforeAll(async () => {
      cluster = await startCluster({ durable: true });
    });
    afterAll(() => cluster.remove());
    tests({
      query,
      cluster: () => cluster,
      newDatabase: async () => {
        const database = `tandem${++databases}`;
        await query(cluster.url(), `CREATE DATABASE ${database}`);
        return cluster.url(database);
      },
    });
  });
}
