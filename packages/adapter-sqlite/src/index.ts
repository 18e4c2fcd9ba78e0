export { type Backup, type BackupOptions, backUp } from './backup/backup.ts';
export type { Flaw } from './backup/content.ts';
export { Refused } from './backup/known.ts';
export { type Restored, type RestoreOptions, restore } from './backup/restore.ts';
export { type ExamineOptions, examine, type Finding, type Store } from './doctor/doctor.ts';
export { type Lock, takeLock } from './lock.ts';
export { DatabaseTooNew } from './migrations/index.ts';
export type { BadRow } from './reading.ts';
export { type SqliteStorageOptions, sqliteStorage } from './storage.ts';
