import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { contract, type ExportRecords } from '@tandem/contract';
import { type Attempt, type Exported, type ExportedType, type ExportHeader, isExternal } from '@tandem/core';
import { presentEvent } from '../events/present.ts';
import { bind } from '../http/binding.ts';
import { begun } from '../http/file-transfer.ts';
import { iso, isoOrNull } from '../http/iso.ts';
import { presentQuestion } from '../http/present-question.ts';
import { presentResult } from '../http/present-result.ts';
import { presentAttempt } from './attempts.ts';
import { presentChat, presentMessage } from './chats.ts';
import { presentFile } from './files.ts';
import { presentGoal } from './goals.ts';
import { presentCriterion } from './results.ts';
import { presentComment, presentWaiting } from './tasks.ts';
import { presentView } from './views.ts';
import { presentWorkspace } from './workspace.ts';

/** The fields of each record besides its type, which comes first in its line. */
const RECORDS: { readonly [Type in ExportedType]: (entity: Exported[Type]) => ExportRecords[Type] } = {
  member: (member) => ({
    id: member.id,
    memberType: isExternal(member) ? 'external' : member.type,
    name: member.name,
    displayName: member.displayName,
    email: member.email,
    externalId: member.externalId,
    removed: member.deleted,
    ...(member.type === 'human'
      ? { role: member.role }
      : {
          emoji: member.emoji,
          title: member.title,
          status: member.status,
          model: member.model,
          avatar: member.avatar,
          reportsTo: member.reportsTo?.id ?? null,
          paused: member.paused,
          maxClaims: member.maxClaims,
          limits: member.limits,
          verifier: member.verifier,
        }),
    createdAt: iso(member.createdAt),
    updatedAt: isoOrNull(member.updatedAt),
  }),
  label: ({ id, name, color }) => ({ id, name, color }),
  initiative: ({ id, name, description, status, createdAt, updatedAt }) => ({
    id,
    name,
    description,
    status,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  }),
  goal: (goal) => {
    const { lastVerification: _, initiative, ...fields } = presentGoal({ ...goal, lastVerification: null });
    return { ...fields, initiativeId: initiative?.id ?? null };
  },
  verification: ({ id, goalId, at, byName, byType, passed, evidence }) => ({
    id,
    goalId,
    at: iso(at),
    byName,
    byType,
    passed,
    evidence,
  }),
  project: (project) => ({
    id: project.id,
    title: project.title,
    description: project.description,
    status: project.status,
    color: project.color,
    targetDate: isoOrNull(project.targetDate),
    initiativeId: project.initiative?.id ?? null,
    goalId: project.goal?.id ?? null,
    externalId: project.externalId,
    archived: project.archived,
    createdAt: iso(project.createdAt),
    updatedAt: iso(project.updatedAt),
  }),
  file: (file) => ({ ...presentFile(file), sha256: file.sha256, uploadedBy: file.uploaderId }),
  task: (task) => ({
    id: task.id,
    taskNumber: task.taskNumber,
    title: task.title,
    description: task.description,
    status: task.status,
    priority: task.priority,
    effort: task.effort,
    assignedTo: task.assignee?.id ?? null,
    projectId: task.project?.id ?? null,
    parentTaskNumber: task.parent?.taskNumber ?? null,
    tags: [...task.tags],
    labels: task.labels.map(({ id }) => id),
    externalId: task.externalId,
    metadata: task.metadata,
    dueDate: isoOrNull(task.dueDate),
    completedAt: isoOrNull(task.completedAt),
    archived: task.archived,
    budget: task.budget,
    overBudget: task.overBudget,
    createdBy: task.creatorId,
    fromAgent: task.fromAgent,
    attempts: task.work.attempts,
    failures: task.work.failures,
    notBefore: isoOrNull(task.work.notBefore),
    backTo: task.work.backTo,
    touchedAt: isoOrNull(task.work.touchedAt),
    startedAt: isoOrNull(task.work.startedAt),
    wokenBy: task.work.wokenBy,
    rank: task.rank,
    createdAt: iso(task.createdAt),
    updatedAt: iso(task.updatedAt),
  }),
  relation: ({ id, kind, from, to, madeOn, madeBy }) => ({ id, kind, from, to, madeOn, madeBy }),
  comment: (comment) => ({ ...presentComment(comment), taskNumber: comment.taskNumber }),
  attachment: ({ id, taskNumber, fileId, addedBy, createdAt }) => ({
    id,
    taskNumber,
    fileId,
    addedBy,
    createdAt: iso(createdAt),
  }),
  criterion: (criterion) =>
    ({
      ...presentCriterion(criterion),
      taskNumber: criterion.taskNumber,
      proven: criterion.proven,
    }) as ExportRecords['criterion'],
  result: (result) => {
    const { withdrawn: _, ...fields } = presentResult(result);
    const { part, behind, returnTo } = result;
    return { ...fields, part, behind, returnTo } as ExportRecords['result'];
  },
  question: (question) => {
    const { version: _, task, to, ...fields } = presentQuestion(question);
    return {
      ...fields,
      taskNumber: task.taskNumber,
      to: to?.id ?? null,
      returnTo: question.returnTo,
      closedAt: isoOrNull(question.closedAt),
    } as ExportRecords['question'];
  },
  wait: ({ id, taskNumber, waitingFor }) => {
    const waiting = presentWaiting(waitingFor as NonNullable<typeof waitingFor>);
    return { ...waiting, id, taskNumber, who: waiting.who?.id ?? null };
  },
  attempt: ({ id, taskNumber, agent, ...attempt }) =>
    ({
      ...presentAttempt(attempt as Attempt),
      id,
      taskNumber,
      agentId: agent.id,
    }) as ExportRecords['attempt'],
  checkpoint: (checkpoint) => checkpoint,
  subscription: (subscription) => subscription,
  usage: (usage) => usage,
  preferences: ({ favorites, ...preferences }) => ({ ...preferences, favorites: [...favorites] }),
  view: (view) => ({ ...presentView(view), createdBy: view.createdBy.id }) as ExportRecords['view'],
  chat: (chat) => {
    const { agent, activeTurn: _, ...fields } = presentChat(chat);
    return { ...fields, personId: chat.personId, agentId: agent.id };
  },
  message: (message) => presentMessage(message) as ExportRecords['message'],
  event: (event) => {
    const { type, ...fields } = presentEvent(event);
    return { ...fields, eventType: type } as ExportRecords['event'];
  },
};

const headerOf = ({ workspace, exportedAt, seq }: ExportHeader) => ({
  format: 'tandem-export',
  version: 1,
  workspace: presentWorkspace(workspace),
  exportedAt: iso(exportedAt),
  seq,
});

/** Fields with the id of a member, besides those of authors, which the stores resolve. */
const MEMBER_FIELDS: readonly string[] = [
  'assignedTo',
  'createdBy',
  'uploadedBy',
  'memberId',
  'behind',
  'returnTo',
  'to',
  'who',
];

/** Replaces merged members by their persons. Undefined if there are none: JSON.stringify is faster without a replacer. */
const writerOf = (merged: ReadonlyMap<string, string>) =>
  merged.size === 0
    ? undefined
    : (field: string, value: unknown) =>
        MEMBER_FIELDS.includes(field) ? (merged.get(value as string) ?? value) : value;

/** Bytes per chunk: with long texts, a batch has several chunks. */
const CHUNK = 256 * 1024;

async function* linesOf(
  batches: AsyncIterable<ExportHeader | { type: ExportedType; items: readonly unknown[] }>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  const counts: Partial<Record<ExportedType, number>> = {};
  let text = '';
  let write: ReturnType<typeof writerOf>;
  const chunk = () => {
    const bytes = Buffer.from(text);
    hash.update(bytes);
    text = '';
    return bytes;
  };
  for await (const batch of batches) {
    if ('workspace' in batch) {
      write = writerOf(batch.merged);
      text += `${JSON.stringify(headerOf(batch))}\n`;
    } else {
      const { type, items } = batch;
      const present = RECORDS[type] as (entity: unknown) => object;
      if (items.length > 0) counts[type] = (counts[type] ?? 0) + items.length;
      for (const item of items) {
        text += `${JSON.stringify({ type, ...present(item) }, write)}\n`;
        if (text.length >= CHUNK) yield chunk();
      }
    }
    if (text !== '') yield chunk();
  }
  yield Buffer.from(`${JSON.stringify({ type: 'end', counts, sha256: hash.digest('hex') })}\n`);
}

export const exportBindings = bind(contract.exports, {
  read: async ({ tandem, caller, query, req }) => {
    const { batches } = await tandem.exports.read(caller, query);
    return {
      kind: 'bytes',
      status: 200,
      headers: {
        'Content-Type': 'application/x-ndjson',
        'Content-Disposition': 'attachment; filename="export.jsonl"',
        'Cache-Control': 'no-store',
      },
      content: req.method === 'HEAD' ? Readable.from([]) : await begun(linesOf(batches)),
    };
  },
});
