import type { Connection } from '../engine/sqlite.ts';
import { SCHEMA_VERSION, schemaVersion } from '../migrations/index.ts';
import { circles } from './circles.ts';
import { counts } from './counts.ts';
import { DERIVED } from './derived.ts';
import type { Check } from './finding.ts';
import { admins, places, references, removals, turns } from './references.ts';
import { search } from './search.ts';
import { log, sequences } from './sequences.ts';
import { foreignKeys, integrity, schema, unbroken, version } from './structure.ts';
import { valuesCheck } from './values.ts';

/** Of what any database is made. */
const STRUCTURE: readonly Check[] = [version, integrity, unbroken, foreignKeys];
const NUMBERS: readonly Check[] = [sequences, counts];

/** Of what the rows hold, by the rules of this version. */
const ROWS: readonly Check[] = [
  valuesCheck,
  ...DERIVED,
  references,
  removals,
  places,
  turns,
  circles,
  admins,
  log,
];

/** What is looked at, in this order. An older database is brought up to date first, and its rows looked at then. */
export const checksFor = (on: Connection): readonly Check[] =>
  schemaVersion(on) === SCHEMA_VERSION
    ? [...STRUCTURE, schema, ...NUMBERS, ...ROWS, search]
    : [...STRUCTURE, ...NUMBERS];

/** The same of a copy that was made just now, of a database on another engine: how it is made tells nothing of that one. */
export const CHECKS_OF_COPY: readonly Check[] = [...NUMBERS, ...ROWS];

/** What can be mended, each after what it follows from. */
export const MENDABLE: readonly Check[] = [schema, ...DERIVED, sequences, counts, search];
