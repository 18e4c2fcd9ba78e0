export {
  DatabaseTooNew,
  DatabaseTooOld,
  NameTaken,
  type SqliteDatabase,
  type SqliteStorageOptions,
  sqliteStorage as sqlite,
  takeLock,
} from '@tandem/adapter-sqlite';
