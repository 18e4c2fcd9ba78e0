import { anything } from '../shared/check.ts';
import { HOST_SOURCE } from '../shared/external-id.ts';
import type { Position } from '../shared/page.ts';
import { Refusal } from '../shared/refusal.ts';
import { LIMITS, type Problem } from '../shared/text.ts';
import type { ImportedType, ImportOptions, ImportRecord } from './record.ts';

export const IMPORT_STATES = ['open', 'finished', 'undoing', 'undone'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** `kept` records have changes in the source that were left out, because the same fields were changed here. */
export const IMPORT_OUTCOMES = ['created', 'updated', 'unchanged', 'kept', 'skipped'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** Numbers of records by type and outcome. */
export type ImportCounts = {
  readonly [Type in ImportedType]?: { readonly [Outcome in ImportOutcome]?: number };
};

/** Something that an import left out or changed, at a record of the source. */
export interface ImportWarning {
  readonly type: ImportedType;
  readonly externalId: string | null;
  readonly message: string;
}

/** An entity that an undone import left. */
export interface LeftEntity {
  readonly type: ImportedType;
  readonly externalId: string;
  readonly id: string;
  readonly reason: string;
}

/** The progress of undoing an import. */
export interface ImportUndo {
  readonly removed: { readonly [Type in ImportedType]?: number };
  /** The first MAX_LEFT. */
  readonly left: readonly LeftEntity[];
  readonly leftCount: number;
  /** Where it continues, among the items in the order of their creation; null at the end. */
  readonly before: Position | null;
}

/** One run of an import (docs/rules.md, Imports). */
export interface Import {
  readonly id: string;
  /** Records are identified by it and their own identity, in all imports of the source. */
  readonly source: string;
  readonly options: ImportOptions;
  readonly state: ImportState;
  /** The last task number before it. Exported tasks keep only later ones. Not returned to clients. */
  readonly numbersAfter: number;
  readonly counts: ImportCounts;
  /** The first MAX_WARNINGS. */
  readonly warnings: readonly ImportWarning[];
  readonly warningCount: number;
  /** The id of the admin. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  /** Set once it is being undone. */
  readonly undo: ImportUndo | null;
}

/** The entity that a record became. */
export interface ImportItem {
  readonly source: string;
  readonly type: ImportedType;
  /** The identity in the source. */
  readonly externalId: string;
  /** The number that an export gave a task. */
  readonly sourceNumber: number | null;
  readonly entityId: string;
  /** The import that last wrote it. */
  readonly importId: string;
  /** The import that created the entity; null if it existed here before. */
  readonly createdIn: string | null;
  /** Digests of the imported fields, as they were last imported. */
  readonly fields: Readonly<Record<string, string>>;
  /** Of the task that the record became, or that it belongs to here. */
  readonly taskNumber: number | null;
}

/** The result of a record. */
export interface ImportResult {
  readonly type: ImportedType;
  readonly externalId: string | null;
  readonly outcome: ImportOutcome;
  /** The id of the entity; null for a skipped record. */
  readonly id: string | null;
  readonly taskNumber: number | null;
  /** Fields that were changed in the source and here, and so were left as they are here. */
  readonly kept: readonly string[];
  readonly warnings: readonly string[];
}

const SOURCE = /^[a-z0-9._-]{1,40}$/;

/** 400 for a source of people that the program around Tandem signs in: an import could create or rename them. */
export const sourceProblem = (source: string): Problem => {
  if (!SOURCE.test(source))
    return `must be 1 to ${LIMITS.externalSource} lowercase letters, digits, dots, underscores or hyphens`;
  return source === HOST_SOURCE ? `must not be ${HOST_SOURCE}` : undefined;
};

export const importClosed = ({ state }: Import) =>
  new Refusal('IMPORT_CLOSED', `The import is ${state}. Start another one of the same source.`);

export const importEntity = ({ id, source }: Import) => ({ type: 'import', id, title: source }) as const;

/** The contract checks the fields of records; the import itself accepts any values in them. */
export const recordInput = anything<ImportRecord>();

/** The counts with the results of more records. */
export function counted(counts: ImportCounts, results: readonly ImportResult[]): ImportCounts {
  const sums: Record<string, Record<string, number>> = {};
  for (const [type, each] of Object.entries(counts)) sums[type] = { ...each };
  for (const { type, outcome } of results) {
    sums[type] = { ...sums[type], [outcome]: (sums[type]?.[outcome] ?? 0) + 1 };
  }
  return sums as ImportCounts;
}
