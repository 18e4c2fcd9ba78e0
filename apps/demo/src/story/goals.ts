import type { Metric } from '@tandem/core';
import type { Key, When, Who } from './notation.ts';

export interface StoryGoal {
  readonly key: Key;
  readonly title: string;
  readonly text: string;
  readonly test: string;
  readonly metric?: Metric;
  readonly initiative: Key;
  /** In working days from today. */
  readonly due: number;
  readonly verifications: readonly Verification[];
}

type Verification = readonly [at: When, by: Who, passed: boolean, evidence: string, metric?: number];

/** A count of the complete records, in words and as the metric. */
const count = (at: When, records: string, percent: number, note?: string): Verification => {
  const words = `${records} of 41,300 records have an author, a year, a language and a description: **${percent} %**.`;
  return [at, 'wren', false, note ? `${words} ${note}` : words, percent];
};

/** In order of creation; lists show the newest first. */
// biome-ignore format: a verification a line
export const GOALS: readonly StoryGoal[] = [
  { key: 'four-hours', title: 'Patrons hear back within four hours', initiative: 'barriers', due: 5,
    text: 'On working days, from the letter to the first answer by a person who has read it.',
    test: 'Nine of ten letters of two weeks were answered within four hours.',
    verifications: [
      ['15d 14:20', 'otter', false, '71 of 103 letters within four hours (69 %). Mondays are late: 40 letters wait from the weekend.'],
      ['2h', 'otter', true, 'Of 188 letters in ten working days, 173 were answered within four hours: **92 %**.\n\n| week | letters | in time |\n| --- | ---: | ---: |\n| before last | 97 | 88 |\n| last | 91 | 85 |'],
  ] },
  { key: 'by-ear', title: 'The reader works by screen reader alone', initiative: 'barriers', due: -4,
    text: 'From the search to the last page, without a look at the screen.',
    test: 'Three patrons who cannot see borrow a book, read a chapter and return it. Nobody helps.',
    verifications: [
      ['18d 15:00', 'beacon', false, 'The page turns, but nothing says so: the new page has no heading and no live region.\n\n```text\naxe: 2 violations (region, page-has-heading-one)\n```'],
      ['6d 13:30', 'beacon', true, 'All 34 steps by keyboard and VoiceOver, and again by NVDA. The recordings are at the task of the test.'],
      ['5d 10:10', 'aiko', true, 'Three patrons were here yesterday. All three borrowed, read and returned. One asked for a slower voice, which is a setting of the system.'],
  ] },
  { key: 'nine-days', title: 'Nobody waits longer than nine days for a hold', initiative: 'barriers', due: 18, metric: { target: 9, current: 16.4, unit: 'days' },
    text: 'Half of all letters from patrons are about waiting. Shorter loans for books that many want, more copies where that is cheaper, and an honest date in the app.',
    test: 'The 90th percentile of days between placing a hold and the book being ready, over the last four weeks, is nine or less.',
    verifications: [
      ['28d 11:00', 'jonas', false, 'From the loans of the last four weeks, before anything has changed.', 16.4],
      ['20d 11:00', 'jonas', false, 'Two-week loans for the fifty books with the longest queues.', 14.8],
      ['12d 11:00', 'jonas', false, 'Extra licences for eleven titles; the queue of the town read is gone.', 12.9],
      ['3d 11:00', 'jonas', false, 'Books that nobody picks up go on after two days instead of five.', 11.2],
  ] },
  { key: 'complete', title: '95 of 100 catalogue records are complete', initiative: 'trust', due: 9, metric: { target: 95, current: 58.4, unit: '%' },
    text: 'A record is complete when it has an author, a year, a language and a description of at least two sentences.',
    test: 'Count the complete records each Tuesday and Friday. Met when the share has been 95 % or more twice in a row.',
    verifications: [
      count('29d 16:00', '24,119', 58.4, 'The count before the clean-up begins.'),
      count('26d 16:00', '25,565', 61.9),
      count('24d 16:00', '26,556', 64.3),
      count('21d 16:00', '28,993', 70.2, 'The vendor feed of audiobooks brought its descriptions along.'),
      count('19d 16:00', '30,066', 72.8),
      count('16d 16:00', '29,530', 71.5, 'Down: 900 new records came in without a year.'),
      count('14d 16:00', '32,049', 77.6),
      count('11d 16:00', '33,907', 82.1),
      count('9d 16:00', '35,394', 85.7),
      count('6d 16:00', '36,716', 88.9, 'What is left are mostly picture books and local history.'),
      count('4d 16:00', '37,418', 90.6),
      count('1d 16:00', '38,120', 92.3),
  ] },
];
