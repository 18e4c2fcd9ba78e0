import type { ViewQuery } from '@tandem/core';
import type { Key, Who } from './notation.ts';

/** Tasks that consist of others, by title, with the person who arranged them. */
export const TREES: readonly (readonly [by: Who, parent: Key, children: readonly Key[]])[] = [
  [
    'aiko',
    'Read a chapter aloud',
    [
      'Contract for the voice',
      'Names for all buttons of the player',
      'Slower voice',
      'Show how to hold a book by ear',
    ],
  ],
  [
    'aiko',
    'One list for loans, holds and renewals',
    ['Renew a loan from the list of loans', 'Holds for a whole family', 'Pause a hold during holidays'],
  ],
  [
    'samir',
    'Let patrons report a wrong record',
    [
      'Thirty-nine records in two languages',
      'Publishers who changed their names',
      'Withdrawn books that are still listed',
    ],
  ],
];

interface StoryView {
  readonly by: Who;
  readonly name: string;
  readonly query: Partial<ViewQuery>;
}

/** Views that people share. */
export const VIEWS: readonly StoryView[] = [
  { by: 'ruth', name: 'Overdue', query: { filters: { due: 'overdue' }, sort: 'due', view: 'list' } },
  { by: 'aiko', name: 'Accessibility', query: { filters: { label: 'accessibility' }, view: 'board' } },
];
