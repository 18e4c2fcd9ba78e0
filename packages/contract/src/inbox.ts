import { DISABLED_REASONS, INBOX_KINDS } from '@tandem/core';
import { z } from 'zod';
import { goal } from './goals.ts';
import { operation } from './operation.ts';
import { question } from './questions.ts';
import { result } from './results.ts';
import { countedPage, id, paging, taskMention, timestamp } from './shapes.ts';
import { criterion, waitingFor } from './tasks.ts';

const kind = z.enum(INBOX_KINDS).meta({ id: 'InboxKind' });

/** docs/rules.md, Inbox. */
const item = z
  .object({
    kind,
    since: timestamp,
    task: taskMention.nullable(),
    question: question.optional(),
    result: result.optional(),
    criteria: z.array(criterion).optional(),
    goal: goal.optional(),
    agent: z.object({ id, name: z.string() }).optional(),
    webhook: z
      .object({ id, description: z.string().nullable(), disabledReason: z.enum(DISABLED_REASONS).nullable() })
      .optional(),
    waitingFor: waitingFor.optional(),
  })
  .meta({ id: 'InboxItem' });

/** Items that await a person (docs/rules.md, Inbox). */
export const inbox = {
  list: operation({
    id: 'inbox.list',
    method: 'get',
    path: '/api/v1/inbox',
    access: 'tasks:read',
    summary: 'List items that await the person the key acts for, oldest first, with the total',
    query: paging.extend({
      kind: kind.optional(),
      asker: z.string().optional().meta({
        description: 'Only questions asked by this member (name or id) or service (id of its key)',
      }),
    }),
    responses: { 200: countedPage(item) },
    errors: ['FORBIDDEN'],
  }),
};
