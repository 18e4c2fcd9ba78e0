import { type ImportedType, type ImportRecord, LIMITS, type RecordOf } from '@tandem/core';
import * as z from 'zod';
import { date, filled, recordKey } from './inputs.ts';
import { externalId as exportedExternalId } from './shapes.ts';

const text = z.string().nullable().optional();
const flag = z.boolean().nullable().optional();
const moment = date.nullable().optional();
const sourceId = filled(
  LIMITS.externalId,
  'Identity in the source: the `externalId` or exported `id` of an earlier record',
);
const sourceTask = z
  .union([sourceId, z.int()])
  .meta({ description: '`externalId` of an earlier task, or the `taskNumber` that an export gave it' });
const who = z.union([sourceId, z.object({ id: sourceId, displayName: z.string().optional() })]).meta({
  description: 'A member of the source. One without a record becomes an external member of this name',
});

const identified = {
  externalId: z.union([sourceId, exportedExternalId]).nullable().optional().meta({
    description: 'A text is the identity in the source; an exported record is identified by its `id` instead',
  }),
  id: text,
  url: text,
};
const dated = { createdAt: moment, updatedAt: moment };

/**
 * The fields that an import reads, besides `type`. Others, which exported records have, are ignored. Texts that are too
 * long are cut, and unknown words of the source are kept as labels: both with a warning.
 */
const FIELDS = {
  member: { ...identified, ...dated, displayName: text, name: text, email: text },
  label: { ...identified, name: z.string(), color: text },
  project: {
    ...identified,
    ...dated,
    title: z.string(),
    description: text,
    status: text,
    color: text,
    targetDate: moment,
    archived: flag,
  },
  task: {
    ...identified,
    ...dated,
    taskNumber: z.int().nullable().optional(),
    title: z.string(),
    description: text,
    status: text.meta({ description: 'Ours, or one of the source that `options.map.status` maps' }),
    priority: text.meta({ description: 'Ours, or one of the source that `options.map.priority` maps' }),
    effort: text,
    assignedTo: who.nullable().optional(),
    projectId: sourceId.nullable().optional(),
    parentTaskNumber: sourceTask.nullable().optional(),
    labels: z
      .array(z.string())
      .nullable()
      .optional()
      .meta({ description: 'Identities of label records, otherwise names; missing labels are created' }),
    tags: z.array(z.string()).nullable().optional(),
    metadata: z.record(recordKey, z.string()).nullable().optional(),
    dueDate: moment,
    completedAt: moment,
    startedAt: moment,
    archived: flag,
    budget: z.record(recordKey, z.number()).nullable().optional(),
    rank: text,
    createdBy: who.nullable().optional(),
  },
  relation: {
    ...identified,
    kind: z.string().meta({ description: '`blocks`, `related` or `duplicate_of`' }),
    from: sourceTask,
    to: sourceTask,
  },
  comment: {
    ...identified,
    ...dated,
    taskNumber: sourceTask,
    body: z.string(),
    author: who.nullable().optional(),
  },
} satisfies {
  readonly [Type in ImportedType]: { readonly [Field in Exclude<keyof RecordOf<Type>, 'type'>]-?: z.ZodType };
};

/** A record of an import. */
export const importRecord = z
  .discriminatedUnion(
    'type',
    Object.entries(FIELDS).map(([type, fields]) =>
      z.looseObject({ type: z.literal(type), ...fields }),
    ) as never,
  )
  .meta({ id: 'ImportRecord' }) as unknown as z.ZodType<ImportRecord>;
