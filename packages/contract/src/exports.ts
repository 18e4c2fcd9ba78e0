import {
  AGENT_STATUSES,
  CALLER_TYPES,
  EXPORT_INCLUDES,
  type ExportedType,
  GOAL_STATUSES,
  INITIATIVE_STATUSES,
  PROJECT_STATUSES,
  QUESTION_STATUSES,
  RELATION_KINDS,
  RESULT_PARTS,
  ROLES,
  WOKEN_BY,
} from '@tandem/core';
import * as z from 'zod';
import { attempt } from './attempts.ts';
import { chat, message } from './chats.ts';
import { event } from './events.ts';
import { goal } from './goals.ts';
import { label } from './labels.ts';
import { operation } from './operation.ts';
import { preferences } from './preferences.ts';
import { question } from './questions.ts';
import { result } from './results.ts';
import { author, callerType, commaSeparated, externalId, id, jsonLines, timestamp } from './shapes.ts';
import { comment, criterion, effort, priority, task, waitingFor } from './tasks.ts';
import { view } from './views.ts';
import { workspaceSettings } from './workspace.ts';

const taskNumber = z.int();
const optionalText = z.string().nullable();
const reference = id.nullable();
const moment = timestamp.nullable();
const { id: _, type: eventType, ...eventFields } = event.shape;

/** The fields of each record besides `type`. References are ids, or numbers of tasks, of earlier records. */
const FIELDS = {
  member: {
    id,
    memberType: z.enum(['human', 'agent', 'external']),
    name: z.string(),
    displayName: z.string(),
    email: optionalText,
    externalId: externalId.nullable(),
    removed: z.boolean().describe('Only history refers to a removed member'),
    role: z.enum(ROLES).optional().describe('People only'),
    emoji: z.string().optional().describe('Agents only, like all fields below'),
    title: optionalText.optional(),
    status: z.enum(AGENT_STATUSES).optional(),
    model: z.string().optional(),
    avatar: optionalText.optional(),
    reportsTo: reference.optional(),
    paused: z.boolean().optional(),
    maxClaims: z.int().optional(),
    limits: z
      .object({ usage: z.record(z.string(), z.object({ perDay: z.number() })) })
      .nullable()
      .optional(),
    verifier: z.boolean().optional(),
    createdAt: timestamp,
    updatedAt: moment,
  },
  label: label.shape,
  initiative: {
    id,
    name: z.string(),
    description: optionalText,
    status: z.enum(INITIATIVE_STATUSES),
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  goal: {
    ...goal.omit({ lastVerification: true, initiative: true }).shape,
    status: z.enum(GOAL_STATUSES),
    initiativeId: reference,
  },
  verification: {
    id,
    goalId: id,
    at: timestamp,
    byName: z.string(),
    byType: callerType,
    passed: z.boolean(),
    evidence: z.string(),
  },
  project: {
    id,
    title: z.string(),
    description: optionalText,
    status: z.enum(PROJECT_STATUSES),
    color: z.string(),
    targetDate: moment,
    initiativeId: reference,
    goalId: reference,
    externalId: externalId.nullable(),
    archived: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  file: {
    id,
    fileName: z.string(),
    mimeType: z.string(),
    size: z.int(),
    sha256: z.string(),
    uploadedBy: id,
    createdAt: timestamp,
  },
  task: {
    ...task.pick({
      id: true,
      taskNumber: true,
      title: true,
      description: true,
      status: true,
      tags: true,
      externalId: true,
      metadata: true,
      dueDate: true,
      completedAt: true,
      archived: true,
      budget: true,
      notBefore: true,
      createdAt: true,
      updatedAt: true,
    }).shape,
    priority,
    effort: effort.nullable(),
    assignedTo: reference.describe('Id of a member'),
    projectId: reference,
    parentTaskNumber: taskNumber.nullable(),
    labels: z.array(id),
    overBudget: z.boolean(),
    createdBy: id.describe('Id of a member, or of the key of a service'),
    fromAgent: z.boolean(),
    attempts: z.int(),
    failures: z.int(),
    backTo: reference,
    touchedAt: moment,
    startedAt: moment,
    wokenBy: z.enum(WOKEN_BY).nullable(),
    rank: optionalText.describe('The place in the manual order'),
  },
  relation: {
    id,
    kind: z.enum(RELATION_KINDS),
    from: taskNumber,
    to: taskNumber,
    madeOn: taskNumber,
    madeBy: z.enum(CALLER_TYPES),
  },
  comment: { ...comment.shape, taskNumber },
  attachment: { id, taskNumber, fileId: id, addedBy: author, createdAt: timestamp },
  criterion: { ...criterion.shape, taskNumber, proven: z.boolean() },
  result: {
    ...result.omit({ withdrawn: true }).shape,
    part: z.enum(RESULT_PARTS),
    behind: reference,
    returnTo: reference,
  },
  question: {
    ...question.omit({ version: true, task: true, to: true }).shape,
    status: z.enum(QUESTION_STATUSES),
    taskNumber,
    to: reference,
    returnTo: reference,
    closedAt: moment,
  },
  wait: { ...waitingFor.shape, id: id.describe("The task's id"), taskNumber, who: reference },
  attempt: { ...attempt.omit({ agent: true }).shape, id, taskNumber, agentId: id },
  checkpoint: { taskNumber, text: z.string() },
  subscription: { taskNumber, memberId: id },
  usage: {
    day: z.string().meta({ format: 'date' }),
    agentId: reference,
    usage: z.record(z.string(), z.number()),
  },
  preferences: { ...preferences.get.responses[200].shape, id: id.describe("The member's id") },
  view: { ...view.omit({ createdBy: true }).shape, createdBy: id },
  chat: { ...chat.omit({ agent: true, activeTurn: true }).shape, personId: id, agentId: id },
  message: message.shape,
  event: { id, eventType, ...eventFields },
} satisfies { readonly [Type in ExportedType]: z.core.$ZodShape };

type Fields = typeof FIELDS;
export type ExportRecords = { [Type in ExportedType]: z.output<z.ZodObject<Fields[Type]>> };

/** docs/export.md */
export const exportHeader = z.object({
  format: z.literal('tandem-export'),
  version: z.literal(1),
  workspace: workspaceSettings,
  exportedAt: timestamp,
  seq: z.int().describe('The last event of the workspace'),
});
export const exportRecord = z.discriminatedUnion(
  'type',
  Object.entries(FIELDS).map(([type, fields]) => z.object({ type: z.literal(type), ...fields })) as never,
);
export const exportEnd = z.object({
  type: z.literal('end'),
  counts: z.record(z.string(), z.int()).describe('Records by type'),
  sha256: z.string().describe('Of all bytes before this line, in hexadecimal'),
});

/** `exports` is taken in CommonJS. */
export const exportOperations = {
  read: operation({
    id: 'exports.read',
    method: 'get',
    path: '/api/v1/export',
    access: 'full',
    summary: 'Export the whole workspace as JSON Lines, from one snapshot; admins with their own keys only',
    query: z.object({
      include: commaSeparated(EXPORT_INCLUDES).describe("`my-chats` adds the caller's own chats"),
    }),
    responses: { 200: jsonLines },
    errors: ['FORBIDDEN'],
  }),
};

/** The JSON Schema of a line of an export. */
export const exportSchema = (): object =>
  z.toJSONSchema(z.union([exportHeader, exportRecord, exportEnd]), { io: 'output' });
