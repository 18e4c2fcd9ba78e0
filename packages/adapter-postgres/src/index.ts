export type { BadRow } from '@tandem/adapter-sql';
export { examineSchema } from './doctor/schema.ts';
export { examineWords, type Words } from './doctor/words.ts';
export { UnfitServer } from './engine/server.ts';
export { DatabaseTooNew } from './migrations/index.ts';
export { postgresSnapshot, postgresSource } from './moving/source.ts';
export { type PostgresTargetOptions, postgresTarget } from './moving/target.ts';
export { type PostgresStorage, type PostgresStorageOptions, postgresStorage } from './storage.ts';
