export { DatabaseTooNew } from './migrations/index.ts';
export { type SqliteStorageOptions, sqliteStorage } from './storage.ts';
