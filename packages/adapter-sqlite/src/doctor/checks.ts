import type { Connection } from '../engine/sqlite.ts';
import { SCHEMA_VERSION, schemaVersion } from '../migrations/index.ts';
import { counts } from './counts.ts';
import { cycles } from './cycles.ts';
import { DERIVED } from './derived.ts';
import type { Check } from './finding.ts';
import { admins, positions, references, removals, turns } from './references.ts';
import { search } from './search.ts';
import { log, sequences } from './sequences.ts';
import { checksum, foreignKeys, integrity, schema, version } from './structure.ts';
import { valuesCheck } from './values.ts';

/** The structure that every database has. */
const STRUCTURE: readonly Check[] = [version, integrity, checksum, foreignKeys];
const NUMBERS: readonly Check[] = [sequences, counts];

/** Contents of rows, by the rules of this version. */
const ROWS: readonly Check[] = [
  valuesCheck,
  ...DERIVED,
  references,
  removals,
  positions,
  turns,
  cycles,
  admins,
  log,
];

/** The checks, in order. An older database is migrated first (in a copy), and its rows checked then. */
export const checksFor = (on: Connection): readonly Check[] =>
  schemaVersion(on) === SCHEMA_VERSION
    ? [...STRUCTURE, schema, ...NUMBERS, ...ROWS, search]
    : [...STRUCTURE, ...NUMBERS];

/** Checks of a fresh copy of a database on another engine: its structure says nothing about the original. */
export const CHECKS_OF_COPY: readonly Check[] = [...NUMBERS, ...ROWS];

/** Repairable data, each after the data it derives from. Repairs number new rows by the sequences. */
export const REPAIRABLE: readonly Check[] = [schema, sequences, ...DERIVED, counts, search];
