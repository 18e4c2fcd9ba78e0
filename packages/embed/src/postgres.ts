export {
  DatabaseTooNew,
  DatabaseTooOld,
  type PostgresStorageOptions,
  postgresStorage as postgres,
  UnfitServer,
} from '@tandem/adapter-postgres';
