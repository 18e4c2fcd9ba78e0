import { LIMITS, SEARCH_TYPES } from '@tandem/core';
import * as z from 'zod';
import { operation } from './operation.ts';
import { commaSeparated, flag, id, page, paging } from './shapes.ts';

/** docs/rules.md, Search. Only tasks have `taskNumber` and `assignedTo`. */
export const hit = z
  .object({
    type: z.enum(SEARCH_TYPES).meta({ id: 'SearchType' }),
    id,
    taskNumber: z.int().optional(),
    title: z.string(),
    status: z.string(),
    assignedTo: z.string().nullable().optional(),
    snippet: z
      .object({
        text: z.string(),
        marks: z
          .array(z.array(z.int()).length(2))
          .meta({ description: 'Matches in `text`: start and end in Unicode code points' }),
      })
      .meta({ id: 'Snippet', description: 'An excerpt of the text that contains the matches' }),
  })
  .meta({ id: 'SearchHit' });

export const search = {
  find: operation({
    id: 'search.find',
    method: 'get',
    path: '/api/v1/search',
    access: 'tasks:read',
    summary: 'Search tasks, projects, initiatives and goals, best match first',
    query: paging.extend({
      q: z.string().meta({
        maxLength: LIMITS.searchQuery,
        param: { example: 'newsletter' },
        description:
          'Every word must occur; the last one may be a prefix. A number matches the task with that number first. Plain text: there are no operators.',
      }),
      types: commaSeparated(SEARCH_TYPES),
      archived: flag,
    }),
    responses: {
      200: page(hit).extend({
        complete: z.boolean().meta({
          description: 'False while texts written before search existed are still being indexed',
        }),
      }),
    },
  }),
};
