export {
  type BadRow,
  DatabaseTooNew,
  DatabaseTooOld,
  type Migrated,
  type Moved,
  type MoveProgress,
  MoveRefused,
  type MoveSource,
  type MoveTarget,
  moveRows,
  type StorageProblem,
  TRANSFER_TABLES,
} from '@tandem/adapter-sql';
export { type Backup, type BackupOptions, backUp } from './backup/backup.ts';
export { type FileRecord, type Flaw, flawOf, type OnStep } from './backup/content.ts';
export { Refused } from './backup/known.ts';
export { type Restored, type RestoreOptions, restore } from './backup/restore.ts';
export { findRollback, type Rollback, usableCopy } from './backup/rollback.ts';
export { type ExamineOptions, examine, type Store } from './doctor/doctor.ts';
export type { Finding } from './doctor/finding.ts';
export { type RepairOptions, repair } from './doctor/repair.ts';
export { wrongValues } from './doctor/values.ts';
export { type Lock, takeLock } from './engine/lock.ts';
export { quickCheck } from './engine/quick-check.ts';
export type { SqliteDatabase, SqliteStatement } from './engine/sqlite.ts';
export { type Trouble, troubleOf } from './engine/trouble.ts';
export { NoSpaceForCopy } from './migrations/copy.ts';
export { NameTaken, SCHEMA_VERSION } from './migrations/index.ts';
export { type SqliteSettings, type SqliteStorageOptions, sqliteStorage } from './storage.ts';
export { sqliteSource } from './transfer/source.ts';
export { sqliteTarget, unfinishedMove } from './transfer/target.ts';
