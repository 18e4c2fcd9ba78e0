import { LIMITS, SEARCH_TYPES } from '@tandem/core';
import { z } from 'zod';
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
          .meta({ description: 'Where the words stand in `text`: from and to, in Unicode code points' }),
      })
      .meta({ id: 'Snippet', description: 'A piece of the text in which the words were found' }),
  })
  .meta({ id: 'SearchHit' });

export const search = {
  find: operation({
    id: 'search.find',
    method: 'get',
    path: '/api/v1/search',
    access: 'tasks:read',
    summary: 'Find tasks, projects, initiatives and goals by their words, the best first',
    query: paging.extend({
      q: z.string().meta({
        maxLength: LIMITS.searchQuery,
        param: { example: 'newsletter' },
        description:
          'All of its words must occur, the last one as the beginning of one. A number finds the task of that number first. It is text: no character means anything but itself.',
      }),
      types: commaSeparated(SEARCH_TYPES),
      archived: flag,
    }),
    responses: {
      200: page(hit).extend({
        complete: z.boolean().meta({
          description: 'False while texts from before there was a search are still being taken in',
        }),
      }),
    },
  }),
};
