export { LAST_MOMENT } from './columns.ts';
export type { Connection, MaybePromise, RowOf, Truncated } from './connection.ts';
export { COUNT_RULES, type CountRule } from './counting.ts';
export type { Dialect } from './dialect.ts';
export { lookUpsOn } from './lookups.ts';
export {
  DatabaseTooNew,
  DatabaseTooOld,
  type Migrated,
  migrationsWith,
  missingMigrations,
} from './migrations/index.ts';
export { db, type Query, query, WS } from './query.ts';
export { type BadRow, type BadRowListener, reportedOnce } from './reading.ts';
export { newSession, type Sequence, type Session, type SessionOptions } from './session.ts';
export { type ProblemListener, type StorageProblem, schemaChanged } from './storage-problem.ts';
export { storesOn } from './stores/index.ts';
export { DUE, isReady, LAST_DUE } from './stores/ready/condition.ts';
export type { ReadyQueue, SkipCache } from './stores/ready/skip-cache.ts';
export {
  beyond,
  type ReadyPosition,
  type SkipRange,
  without,
  withSkipRange,
} from './stores/ready/skip-range.ts';
export { readyStore } from './stores/ready/store.ts';
export type { Schema } from './stores/schema.ts';
export { BLOCK, SLOT_BASE, termsOf } from './stores/search/document.ts';
export { writeWords } from './stores/search/fts.ts';
export { termsOnPostgres } from './stores/search/tsvector.ts';
export { TASK_JOINS, TASK_VIEW, type TaskView, taskView } from './stores/tasks/view.ts';
export { USAGE_KINDS } from './stores/usage/sums.ts';
export {
  ALL_THERE,
  type MoveIdentity,
  type MoveSource,
  type MoveTarget,
  type Readable,
  type TableProgress,
} from './transfer/endpoints.ts';
export {
  digestOfWorkspaces,
  type Moved,
  type MoveOptions,
  type MoveProgress,
  moveRows,
} from './transfer/move.ts';
export { MoveRefused } from './transfer/seal.ts';
export {
  namedRow,
  TRANSFER_TABLES,
  type TransferKey,
  type TransferRow,
  type TransferTable,
} from './transfer/tables.ts';
