import type { Metric } from '@tandem/core';
import type { Key, When, Who } from './words.ts';

export interface StoryGoal {
  readonly key: Key;
  readonly title: string;
  readonly text: string;
  readonly test: string;
  readonly metric?: Metric;
  readonly initiative: Key;
  /** In working days from today. */
  readonly due: number;
  readonly verified: readonly {
    readonly at: When;
    readonly by: Who;
    readonly passed: boolean;
    readonly evidence: string;
    readonly now?: number;
  }[];
}

const RECORDS = 41_300;
const complete = (at: When, percent: number, also = '') => ({
  at,
  by: 'wren',
  passed: false,
  now: percent,
  evidence: `${Math.round((RECORDS * percent) / 100).toLocaleString('en')} of ${RECORDS.toLocaleString('en')} records have an author, a year, a language and a description: **${percent} %**.${also && ` ${also}`}`,
});
const waiting = (at: When, days: number, evidence: string) => ({
  at,
  by: 'jonas',
  passed: false,
  now: days,
  evidence,
});

/** In order of creation; lists show the newest first. */
export const GOALS: readonly StoryGoal[] = [
  {
    key: 'four-hours',
    title: 'Patrons hear back within four hours',
    text: 'On working days, from the letter to the first answer by a person who has read it.',
    test: 'Nine of ten letters of two weeks were answered within four hours.',
    initiative: 'barriers',
    due: 5,
    verified: [
      {
        at: '15d 14:20',
        by: 'otter',
        passed: false,
        evidence:
          '71 of 103 letters within four hours (69 %). Mondays are late: 40 letters wait from the weekend.',
      },
      {
        at: '2h',
        by: 'otter',
        passed: true,
        evidence:
          'Of 188 letters in ten working days, 173 were answered within four hours: **92 %**.\n\n| week | letters | in time |\n| --- | ---: | ---: |\n| before last | 97 | 88 |\n| last | 91 | 85 |',
      },
    ],
  },
  {
    key: 'by-ear',
    title: 'The reader works by screen reader alone',
    text: 'From the search to the last page, without a look at the screen.',
    test: 'Three patrons who cannot see borrow a book, read a chapter and return it. Nobody helps.',
    initiative: 'barriers',
    due: -4,
    verified: [
      {
        at: '18d 15:00',
        by: 'beacon',
        passed: false,
        evidence:
          'The page turns, but nothing says so: the new page has no heading and no live region.\n\n```text\naxe: 2 violations (region, page-has-heading-one)\n```',
      },
      {
        at: '6d 13:30',
        by: 'beacon',
        passed: true,
        evidence:
          'All 34 steps by keyboard and VoiceOver, and again by NVDA. The recordings are at the task of the test.',
      },
      {
        at: '5d 10:10',
        by: 'aiko',
        passed: true,
        evidence:
          'Three patrons were here yesterday. All three borrowed, read and returned. One asked for a slower voice, which is a setting of the system.',
      },
    ],
  },
  {
    key: 'nine-days',
    title: 'Nobody waits longer than nine days for a hold',
    text: 'Half of all letters from patrons are about waiting. Shorter loans for books that many want, more copies where that is cheaper, and an honest date in the app.',
    test: 'The 90th percentile of days between placing a hold and the book being ready, over the last four weeks, is nine or less.',
    metric: { target: 9, current: 16.4, unit: 'days' },
    initiative: 'barriers',
    due: 18,
    verified: [
      waiting('28d 11:00', 16.4, 'From the loans of the last four weeks, before anything has changed.'),
      waiting('20d 11:00', 14.8, 'Two-week loans for the fifty books with the longest queues.'),
      waiting('12d 11:00', 12.9, 'Extra licences for eleven titles; the queue of the town read is gone.'),
      waiting('3d 11:00', 11.2, 'Books that nobody picks up go on after two days instead of five.'),
    ],
  },
  {
    key: 'complete',
    title: '95 of 100 catalogue records are complete',
    text: 'A record is complete when it has an author, a year, a language and a description of at least two sentences.',
    test: 'Count the complete records each Tuesday and Friday. Met when the share has been 95 % or more twice in a row.',
    metric: { target: 95, current: 58.4, unit: '%' },
    initiative: 'trust',
    due: 9,
    verified: [
      complete('29d 16:00', 58.4, 'The count before the clean-up begins.'),
      complete('26d 16:00', 61.9),
      complete('24d 16:00', 64.3),
      complete('21d 16:00', 70.2, 'The vendor feed of audiobooks brought its descriptions along.'),
      complete('19d 16:00', 72.8),
      complete('16d 16:00', 71.5, 'Down: 900 new records came in without a year.'),
      complete('14d 16:00', 77.6),
      complete('11d 16:00', 82.1),
      complete('9d 16:00', 85.7),
      complete('6d 16:00', 88.9, 'What is left are mostly picture books and local history.'),
      complete('4d 16:00', 90.6),
      complete('1d 16:00', 92.3),
    ],
  },
];
