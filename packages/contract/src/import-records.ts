import {
  CRITERION_STATUSES,
  type ImportedType,
  type ImportRecord,
  LIMITS,
  QUESTION_KINDS,
  QUESTION_STATUSES,
  RESULT_PARTS,
  type RecordOf,
  ROLES,
  VERDICTS,
  WAITING_KINDS,
  WOKEN_BY,
} from '@tandem/core';
import * as z from 'zod';
import { artifactInput, failureInput } from './artifact.ts';
import { evidenceInput } from './evidence.ts';
import { date, filled, recordKey } from './inputs.ts';
import { outcome } from './results.ts';
import { callerType, externalId as exportedExternalId } from './shapes.ts';
import { exportedQuery } from './views.ts';

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
const author = z.object({
  id: sourceId,
  displayName: z.string().optional(),
  name: z.string().optional(),
  type: callerType.optional(),
});
const who = z.union([sourceId, author]).meta({
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
const int = z.int().nullable().optional();
const optionalId = sourceId.nullable().optional();
const by = who.nullable().optional();
const evidence = z.array(evidenceInput).meta({ maxItems: LIMITS.evidenceEntries }).nullable().optional();
const numbers = z.record(recordKey, z.number());
const orNone = <T extends z.ZodType>(type: T) => type.nullable().optional();
const verdict = z.enum(VERDICTS);

/**
 * The fields that an import reads, besides `type`. Others, which exported records have, are ignored. Texts that are too
 * long are cut, and unknown words of the source are kept as labels: both with a warning.
 */
const FIELDS = {
  member: {
    ...identified,
    ...dated,
    memberType: orNone(z.enum(['human', 'agent', 'external'])).meta({
      description: 'As in an export. A member without it is external',
    }),
    displayName: text,
    name: text,
    email: text,
    removed: flag,
    role: orNone(z.enum(ROLES)),
    emoji: text,
    title: text,
    status: text,
    model: text,
    avatar: text,
    reportsTo: optionalId,
    paused: flag,
    maxClaims: int,
    limits: orNone(z.object({ usage: z.record(recordKey, z.object({ perDay: z.number() })) })),
    verifier: flag,
  },
  label: { ...identified, name: z.string(), color: text },
  initiative: { ...identified, ...dated, name: z.string(), description: text, status: text },
  goal: {
    ...identified,
    ...dated,
    title: z.string(),
    description: text,
    test: text,
    metric: orNone(z.object({ target: z.number(), current: z.number(), unit: z.string() })),
    status: text,
    targetDate: moment,
    initiativeId: optionalId,
    archived: flag,
  },
  verification: {
    ...identified,
    goalId: sourceId,
    at: moment,
    byName: z.string(),
    byType: callerType,
    passed: z.boolean(),
    evidence: z.string(),
  },
  file: {
    ...identified,
    uploadId: text.meta({ description: 'Id of your upload of the content; needed once' }),
    fileName: text,
    mimeType: text,
    sha256: text,
    uploadedBy: by,
    createdAt: moment,
  },
  project: {
    ...identified,
    ...dated,
    title: z.string(),
    description: text,
    status: text,
    color: text,
    targetDate: moment,
    initiativeId: optionalId,
    goalId: optionalId,
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
    createdBy: by,
    fromAgent: flag,
    overBudget: flag,
    attempts: int,
    failures: int,
    notBefore: moment,
    backTo: optionalId,
    touchedAt: moment,
    wokenBy: orNone(z.enum(WOKEN_BY)),
  },
  relation: {
    ...identified,
    kind: z.string().meta({ description: '`blocks`, `related` or `duplicate_of`' }),
    from: sourceTask,
    to: sourceTask,
    madeOn: orNone(sourceTask),
    madeBy: orNone(callerType),
  },
  comment: {
    ...identified,
    ...dated,
    taskNumber: sourceTask,
    body: z.string(),
    author: by,
  },
  attachment: {
    ...identified,
    taskNumber: sourceTask,
    fileId: sourceId,
    addedBy: by,
    createdAt: moment,
  },
  criterion: {
    ...identified,
    taskNumber: sourceTask,
    text: z.string(),
    check: orNone(
      z.object({
        command: z.string(),
        timeoutSeconds: int,
        protect: orNone(z.array(z.string())),
        proposed: flag,
      }),
    ),
    status: orNone(z.enum(CRITERION_STATUSES)),
    evidence,
    proven: flag,
    by,
    at: moment,
  },
  result: {
    ...identified,
    taskNumber: sourceTask,
    outcome,
    summary: z.string(),
    evidence,
    artifact: orNone(artifactInput),
    failure: orNone(failureInput),
    usage: orNone(numbers),
    author: by,
    behind: optionalId,
    returnTo: optionalId,
    attempt: int,
    part: orNone(z.enum(RESULT_PARTS)),
    createdAt: moment,
    review: orNone(
      z.object({
        id: text,
        verdict,
        comment: text,
        criteria: orNone(z.array(z.object({ id: z.string(), status: verdict, comment: text }))),
        override: text,
        reviewer: by,
        createdAt: moment,
      }),
    ),
  },
  question: {
    ...identified,
    taskNumber: sourceTask,
    kind: z.enum(QUESTION_KINDS),
    text: z.string(),
    options: orNone(
      z.array(z.object({ id: z.string(), text: z.string(), consequence: z.string().nullable() })),
    ),
    default: orNone(z.union([z.string(), z.boolean()])),
    dueAt: moment,
    to: optionalId,
    asker: by,
    blocking: flag,
    returnTo: optionalId,
    status: orNone(z.enum(QUESTION_STATUSES)),
    answer: orNone(
      z.object({
        choice: text,
        text,
        approved: flag,
        comment: text,
        by,
        at: moment,
      }),
    ),
    createdAt: moment,
    closedAt: moment,
  },
  wait: {
    ...identified,
    taskNumber: sourceTask,
    kind: z.enum(WAITING_KINDS),
    who: optionalId,
    what: z.string(),
    since: moment,
    resultId: optionalId,
    questionId: optionalId,
  },
  view: {
    ...identified,
    ...dated,
    name: z.string(),
    shared: flag,
    query: exportedQuery,
    createdBy: optionalId,
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
