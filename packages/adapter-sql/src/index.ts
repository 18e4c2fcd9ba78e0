export { LAST_MOMENT } from './columns.ts';
export type { Answer, Connection, Few, RowOf } from './connection.ts';
export { COUNT_RULES, type CountRule } from './counting.ts';
export type { Dialect } from './dialect.ts';
export { lookUpsOn } from './lookups.ts';
export {
  digestOfWorkspaces,
  type Moved,
  type MoveOptions,
  type MoveProgress,
  moveRows,
} from './moving/move.ts';
export {
  ALL_THERE,
  type MoveIdentity,
  type MoveSource,
  type MoveTarget,
  type Readable,
  type TableProgress,
} from './moving/parties.ts';
export { MoveRefused } from './moving/seal.ts';
export { MOVED_TABLES, type MovedKey, type MovedRow, type MovedTable, namedRow } from './moving/tables.ts';
export { db, type Query, query, WS } from './query.ts';
export { type BadRow, type BadRowListener, reportedOnce } from './reading.ts';
export { BLOCK, SLOT_BASE, termsOf } from './search/document.ts';
export { writeWords } from './search/fts.ts';
export { termsOnPostgres } from './search/tsvector.ts';
export { newSession, type Sequence, type Session, type SessionOptions } from './session.ts';
export { type ProblemListener, type StorageProblem, schemaChanged } from './storage-problem.ts';
export { claimStore } from './stores/claims.ts';
export { beyond, type Gap, type Place, withGap, without } from './stores/gap.ts';
export { storesOn } from './stores/index.ts';
export type { Lane, ReadyGaps } from './stores/ready-gaps.ts';
export { DUE, isReady, LAST_DUE } from './stores/ready-index.ts';
export type { Schema } from './stores/schema.ts';
export { TASK_JOINS, TASK_VIEW, type TaskView, taskView } from './stores/task-view.ts';
export { USAGE_KINDS } from './stores/usage.ts';
