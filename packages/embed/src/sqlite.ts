export {
  DatabaseTooNew,
  DatabaseTooOld,
  type SqliteStorageOptions,
  sqliteStorage as sqlite,
  takeLock,
} from '@tandem/adapter-sqlite';
