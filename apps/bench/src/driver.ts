import { createRequire } from 'node:module';
import { DRIVER } from '@tandem/adapter-sqlite';
import type Driver from 'better-sqlite3';

/** The driver that the storage has on this Node, so that both are measured with the same. */
export const Database = createRequire(import.meta.url)(DRIVER) as typeof Driver;
