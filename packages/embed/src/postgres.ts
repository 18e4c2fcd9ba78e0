export {
  DatabaseTooNew,
  DatabaseTooOld,
  fromDrizzle,
  fromKnex,
  fromKysely,
  type HostConnection,
  type PostgresStorageOptions,
  postgresStorage as postgres,
  UnfitServer,
} from '@tandem/adapter-postgres';
