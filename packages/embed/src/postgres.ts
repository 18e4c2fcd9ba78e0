import { type PostgresStorage, type PostgresStorageOptions, postgresStorage } from '@tandem/adapter-postgres';

export {
  DatabaseTooNew,
  DatabaseTooOld,
  fromDrizzle,
  fromKnex,
  fromKysely,
  type HostConnection,
  type PostgresStorage,
  type PostgresStorageOptions,
  UnfitServer,
} from '@tandem/adapter-postgres';

/** As `postgresStorage`, beside the host's tables: the default of `schema` is always `tandem`. */
export const postgres = (options: PostgresStorageOptions): Promise<PostgresStorage> =>
  postgresStorage({ ...options, schema: options.schema ?? 'tandem' });
