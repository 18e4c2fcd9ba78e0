import type { Caller } from '../../access/caller.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { type ExternalId, externalIdProblems, externalKey, HOST_SOURCE } from '../../shared/external-id.ts';
import type { Problem } from '../../shared/text.ts';
import type { EventDraft, Record } from '../../steps/record.ts';
import { recorder } from '../../steps/record.ts';
import type { Import, ImportItem, ImportResult } from '../import.ts';
import { type Digests, digestsOf, type ImportedFields, merge } from '../merge.ts';
import type { ImportedType, ImportRecord, SourceId } from '../record.ts';
import { identityOf, isExported, type Warn } from '../words.ts';

/** The unit of work that imports a record. */
export interface ImportUnit {
  readonly stores: Stores;
  readonly by: Caller;
  readonly run: Import;
  readonly now: number;
  readonly newId: () => string;
  /** Writes nothing: judges what importing the record would do. */
  readonly preview: boolean;
  readonly warn: Warn;
  /** Look-ups of the unit of work, by key: many records refer to the same labels and people. */
  readonly known: Map<string, unknown>;
  /** Records an event, marked as imported. */
  readonly record: (draft: EventDraft) => Promise<number>;
}

export const unitOpener = (ports: SteadyPorts) => {
  const record: Record = recorder(ports);
  return (
    stores: Stores,
    by: Caller,
    run: Import,
    rest: Pick<ImportUnit, 'preview' | 'warn' | 'known'>,
  ): ImportUnit => ({
    ...rest,
    stores,
    by,
    run,
    now: ports.clock(),
    newId: ports.newId,
    record: (draft) => record(stores, by, { ...draft, related: { ...draft.related, importId: run.id } }),
  });
};

export type Taken = Omit<ImportResult, 'type' | 'externalId' | 'warnings'>;

export const skipped = ({ warn }: ImportUnit, reason: string): Taken => {
  warn(reason);
  return { outcome: 'skipped', id: null, taskNumber: null, kept: [] };
};

const ID = /^[\w-]{1,64}$/;

/** A record that the import would create. */
export const PREVIEWED: Taken = { outcome: 'created', id: null, taskNumber: null, kept: [] };

/** The id of an exported part of an entity; a new one if it can't be an id. */
export const partId = ({ newId }: ImportUnit, id: string | null | undefined): string =>
  id && ID.test(id) ? id : newId();

/** The id of an exported entity, unless an entity here has or had it; otherwise a new one. */
export async function idFor({ stores, newId }: ImportUnit, record: ImportRecord): Promise<string> {
  const { id } = record;
  if (!isExported(record) || !id || !ID.test(id)) return newId();
  return (await stores.imports.isTaken(record.type, id)) ? newId() : id;
}

/** The id that an entity of the source has here; null if the source has no such record. */
export async function idHere(
  { stores, run, known }: ImportUnit,
  type: ImportedType,
  id: SourceId | null | undefined,
): Promise<string | null> {
  if (!id) return null;
  return lookedUp(known, `${type} ${id}`, async () => {
    const found = await stores.imports.item(run.source, type, id);
    if (!found || type !== 'member') return found?.entityId ?? null;
    return (await stores.members.mergedInto(found.entityId)) ?? found.entityId;
  });
}

/** A look-up whose result is kept for the unit of work, unless it found nothing. */
export async function lookedUp<T>(
  known: Map<string, unknown>,
  key: string,
  look: () => Promise<T | null>,
): Promise<T | null> {
  const before = known.get(key) as T | undefined;
  if (before !== undefined) return before;
  const found = await look();
  if (found !== null) known.set(key, found);
  return found;
}

/** The external id of an exported entity, unless another one has it. Those of the host sign people in. */
export async function exportedExternalId(
  holders: { byExternalId(key: string): Promise<unknown> },
  { externalId }: ImportRecord,
): Promise<ExternalId | null> {
  if (!externalId || typeof externalId === 'string' || externalId.source === HOST_SOURCE) return null;
  if (problemOf(externalIdProblems(externalId)) !== null) return null;
  return (await holders.byExternalId(externalKey(externalId))) ? null : externalId;
}

/** The first problem as a sentence; null without one. */
export function problemOf(problems: Readonly<{ [field: string]: Problem }>): string | null {
  const [found] = Object.entries(problems).filter(([, problem]) => problem !== undefined);
  return found ? `Its ${found[0]} ${found[1]}.` : null;
}

/**
 * Imports a record that later imports don't change. `make` creates its entity and returns its id and its task; a text
 * says why the record is skipped.
 */
export async function importOnce(
  unit: ImportUnit,
  record: ImportRecord,
  make: () => Promise<
    | {
        readonly id: string;
        readonly taskNumber?: number | undefined;
        readonly created?: boolean;
        readonly fields?: Digests;
      }
    | string
  >,
): Promise<Taken> {
  const { type } = record;
  const externalId = identityOf(record);
  if (externalId === null) return skipped(unit, 'The record has neither externalId nor id.');
  const item = await unit.stores.imports.item(unit.run.source, type, externalId);
  if (item) return { outcome: 'unchanged', id: item.entityId, taskNumber: item.taskNumber, kept: [] };
  if (unit.preview) return PREVIEWED;
  const made = await make();
  if (typeof made === 'string') return skipped(unit, made);
  const { id, taskNumber = null, created = true, fields = {} } = made;
  await remember(unit, { type, externalId, entityId: id, created, fields, taskNumber });
  return { outcome: created ? 'created' : 'unchanged', id, taskNumber, kept: [] };
}

/** How records of a type become entities. */
export interface Importer<R extends ImportRecord, T extends { readonly id: string }> {
  readonly fields: ImportedFields<T>;
  byId(unit: ImportUnit, id: string, record: R): Promise<T | null>;
  /** The entity that a new record stands for, although no import created it. */
  existing?(unit: ImportUnit, record: R): Promise<T | null>;
  /** The entity as the source has it; a text says why the record is skipped. */
  wanted(unit: ImportUnit, record: R, current: T | null): Promise<T | string>;
  insert(unit: ImportUnit, entity: T, record: R): Promise<void>;
  update(unit: ImportUnit, after: T, before: T, changes: EventDraft['changes']): Promise<void>;
}

interface Remembered {
  readonly type: ImportedType;
  readonly externalId: string;
  readonly entityId: string;
  readonly created: boolean;
  readonly fields: Digests;
  readonly sourceNumber?: number | null | undefined;
  readonly taskNumber?: number | null | undefined;
}

export const remember = ({ stores, run }: ImportUnit, { created, ...item }: Remembered): Promise<void> =>
  stores.imports.addItem({
    ...item,
    createdIn: created ? run.id : null,
    source: run.source,
    importId: run.id,
    sourceNumber: item.sourceNumber ?? null,
    taskNumber: item.taskNumber ?? null,
  });

const numberOf = (entity: object): number | null =>
  'taskNumber' in entity ? (entity.taskNumber as number) : null;

/** The entity that another record implies, such as a label by its name; it is created if it is missing. */
export async function implied<R extends ImportRecord, T extends { readonly id: string }>(
  unit: ImportUnit,
  importer: Importer<R, T>,
  record: R,
): Promise<T | null> {
  const { id } = await importRecord(unit, importer, record);
  if (id !== null) return importer.byId(unit, id, record);
  const entity = unit.preview ? await importer.wanted(unit, record, null) : null;
  return typeof entity === 'string' ? null : entity;
}

/** Imports a record: creates its entity, or takes what changed in the source since the last import. */
export async function importRecord<R extends ImportRecord, T extends { readonly id: string }>(
  unit: ImportUnit,
  importer: Importer<R, T>,
  record: R,
): Promise<Taken> {
  const { type } = record;
  const externalId = identityOf(record);
  if (externalId === null) return skipped(unit, 'The record has neither externalId nor id.');
  const item = await unit.stores.imports.item(unit.run.source, type, externalId);
  if (!item) return create(unit, importer, record, externalId);
  const current = await importer.byId(unit, item.entityId, record);
  if (!current) {
    unit.warn('It was deleted here, and is not created again.');
    return { outcome: 'kept', id: null, taskNumber: null, kept: [] };
  }
  return change(unit, importer, record, { item, current });
}

async function create<R extends ImportRecord, T extends { readonly id: string }>(
  unit: ImportUnit,
  importer: Importer<R, T>,
  record: R,
  externalId: string,
): Promise<Taken> {
  const sourceNumber = 'taskNumber' in record && record.type === 'task' ? record.taskNumber : null;
  const known = { type: record.type, externalId, sourceNumber };
  const existing = (await importer.existing?.(unit, record)) ?? null;
  if (existing) {
    const taskNumber = numberOf(existing);
    if (!unit.preview)
      await remember(unit, { ...known, entityId: existing.id, created: false, fields: {}, taskNumber });
    return { outcome: 'unchanged', id: existing.id, taskNumber, kept: [] };
  }
  if (unit.preview) return PREVIEWED;
  const entity = await importer.wanted(unit, record, null);
  if (typeof entity === 'string') return skipped(unit, entity);
  await importer.insert(unit, entity, record);
  const fields = digestsOf(importer.fields, entity);
  const taskNumber = numberOf(entity);
  await remember(unit, { ...known, entityId: entity.id, created: true, fields, taskNumber });
  return { outcome: 'created', id: entity.id, taskNumber, kept: [] };
}

async function change<R extends ImportRecord, T extends { readonly id: string }>(
  unit: ImportUnit,
  importer: Importer<R, T>,
  record: R,
  { item, current }: { readonly item: ImportItem; readonly current: T },
): Promise<Taken> {
  const wanted = await importer.wanted(unit, record, current);
  if (typeof wanted === 'string') return skipped(unit, wanted);
  const { after, changes, kept, digests } = merge(importer.fields, item.fields, { current, wanted });
  if (after !== current && !unit.preview) await importer.update(unit, after, current, changes);
  const isNew = Object.keys(digests).some((name) => digests[name] !== item.fields[name]);
  if (isNew && !unit.preview)
    await unit.stores.imports.updateItem({ ...item, importId: unit.run.id, fields: digests });
  const outcome = after !== current ? 'updated' : kept.length > 0 ? 'kept' : 'unchanged';
  return { outcome, id: current.id, taskNumber: numberOf(current), kept };
}
