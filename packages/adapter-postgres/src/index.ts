export { type BadRow, DatabaseTooNew, DatabaseTooOld } from '@tandem/adapter-sql';
export { examineSchema } from './doctor/schema.ts';
export { examineWords, type Words } from './doctor/words.ts';
export { UnfitServer } from './engine/server.ts';
export type { Stall } from './engine/stalls.ts';
export type { Silence } from './engine/watch.ts';
export { type PostgresStorage, type PostgresStorageOptions, postgresStorage } from './storage.ts';
export { postgresSnapshot, postgresSource } from './transfer/source.ts';
export { type PostgresTargetOptions, postgresTarget } from './transfer/target.ts';
