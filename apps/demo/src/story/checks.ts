import type { ArtifactInput } from '@tandem/core';
import type { Act, StoryTask } from './notation.ts';

/** Where the agents' programs are. */
export const REPOSITORY: ArtifactInput = {
  kind: 'git',
  repository: 'https://git.linden-library.example/feed.git',
  commit: '9b1d4e70c2a85f36d0e7b94a1c58f2d3660be417',
  branch: 'tandem/short-deliveries',
};

const DATES: ArtifactInput = {
  ...REPOSITORY,
  commit: '27c9f0b6e81d3a54097fe2c8d6b1a0437f95e3dc',
  branch: 'tandem/dates',
};

const PAGES: ArtifactInput = {
  kind: 'git',
  repository: 'https://git.linden-library.example/pages.git',
  commit: '5e0a7c93b1d248f6a09c5d7e81b34f2606dca918',
  branch: 'tandem/keyboard',
};

/** Tasks whose results are checked by another agent. */
// biome-ignore format: an action a line
export const CHECKED: readonly StoryTask[] = [
  { key: 'short-delivery', title: 'Refuse a delivery that is too short', project: 'catalogue',
    at: '3d 10:15', by: 'mira', to: 'wren', priority: 'p1', effort: 's', labels: ['catalogue'], due: 1,
    text: 'On the 3rd the vendor sent half a feed, and half of the catalogue was gone for an hour. A delivery that is much shorter than the last one waits for Samir instead.',
    criteria: [
      ['A delivery of half the usual length waits for Samir', { command: 'npm test -- feed/length', timeoutSeconds: 300, protect: ['test/**', 'fixtures/**'] }],
      ['A delivery is read in less than a minute', { command: 'node scripts/time-feed.js fixtures/full.xml --max 60', timeoutSeconds: 300, protect: ['scripts/**'] }],
      'Samir knows where to look',
    ],
    acts: [
      ['3h', 'wren', 'claim'],
      ['170m', 'wren', 'progress', 50, 'The length is compared; the tests are next', 74_000],
      ['160m', 'wren', 'result', 'succeeded', 158_000, 'A delivery with less than **80 %** of the records of the last one waits, and Samir gets a message with both numbers.\n\nReading it takes 41 seconds here.', [
        [1, 'ran', 'npm test -- feed/length', 'ok 1 - a full delivery is taken\nok 2 - half a delivery waits\nok 3 - the first delivery of all is taken'],
        [2, 'ran', 'node scripts/time-feed.js fixtures/full.xml --max 60', '41.3 s'],
        [3, 'text', 'He has seen the message of a trial, and asked for the name of the vendor in its first line. It is there.'],
      ], { artifact: REPOSITORY }],
      ['158m', 'magpie', 'verify', 'c1', 'passed', 38, 'ok 1 - a full delivery is taken\nok 2 - half a delivery waits\nok 3 - the first delivery of all is taken\n\n3 passed', 0],
      ['156m', 'magpie', 'verify', 'c2', 'failed', 75, 'reading fixtures/full.xml (41,208 records)\n 10,000 records   17.9 s\n 20,000 records   36.2 s\n 30,000 records   54.8 s\n 41,208 records   74.6 s\n\ntoo slow: 74.6 s, at most 60 s', 1],
      ['150m', 'samir', 'comment', 'Magpie’s machine is as slow as the one that reads the feed at night. The minute is meant for that one.'],
    ] },
  { key: 'feed-dates', title: 'Read the dates of the feed in either order', project: 'catalogue',
    at: '6d 09:30', by: 'mira', to: 'wren', priority: 'p2', effort: 's', labels: ['catalogue', 'bug'],
    text: 'Two vendors write the day first, one the month. Nothing tells them apart but the vendor’s name.',
    criteria: [
      ['The fixtures of all three vendors give the same dates', { command: 'npm test -- feed/dates', protect: ['test/**', 'fixtures/**'] }],
      ['The dates of this week’s deliveries are those of the vendors’ own pages', { command: 'node scripts/compare-dates.js --live --sample 200', protect: ['scripts/**'] }],
    ],
    acts: [
      ['5d 10:10', 'wren', 'claim'],
      ['5d 10:40', 'wren', 'result', 'succeeded', 131_000, 'The order of a date follows from the vendor. A date that can’t be, such as the 31st of a 13th month, is left empty and listed.', [
        [1, 'ran', 'npm test -- feed/dates', 'ok 1 - three vendors, one date\nok 2 - impossible dates are listed'],
        [2, 'text', 'Two hundred dates agree with the vendors’ pages, as far as these could be opened.'],
      ], { artifact: DATES }],
      ['5d 10:45', 'magpie', 'verify', 'c1', 'failed', 12, 'not ok 1 - three vendors, one date\n  the fixture server did not start within 10 s', 1],
      ['5d 10:50', 'magpie', 'verify', 'c2', 'failed', 94, 'vendor 1: 67 of 67 agree\nvendor 2: 66 of 66 agree\nvendor 3: connect ECONNREFUSED (67 not compared)', 2],
      ['5d 11:05', 'mira', 'verify again', 'c1'],
      ['5d 11:10', 'magpie', 'verify', 'c1', 'passed', 9, 'ok 1 - three vendors, one date\nok 2 - impossible dates are listed\n\n2 passed', 0],
      ['5d 13:20', 'mira', 'require', 'verified'],
      ['5d 13:20', 'mira', 'accept', 'Good. The third vendor’s pages are for next week.', 'The third vendor’s site is down until Monday. Samir has compared thirty of its dates by hand, and all agree.'],
      ['5d 13:20', 'mira', 'require', 'agents'],
    ] },
  { key: 'keyboard', title: 'Let the opening hours be read by keyboard alone', project: 'reader',
    at: '4d 09:40', by: 'aiko', to: 'beacon', priority: 'p2', effort: 'm', labels: ['accessibility', 'app'],
    text: 'The table of opening hours opens with a mouse only. The order of the Tab key must be that of the page.',
    criteria: [
      ['The hours open with Enter and close with Escape', { command: 'npm test -- hours/keys', protect: ['test/**'] }],
      ['The Tab key follows the page', { command: 'npm test -- hours/order', protect: ['test/**'] }],
      ['All 212 pages still pass the existing checks', { command: 'node scripts/crawl.js --all', timeoutSeconds: 3_600 }],
      ['The pages of the branches pass too', { command: 'node scripts/crawl.js --branches', timeoutSeconds: 3_600 }],
    ],
    acts: [
      ['4d 10:00', 'beacon', 'claim'],
      ['4d 10:50', 'beacon', 'result', 'succeeded', 96_000, 'The hours open and close by keyboard, and the Tab key follows the page.', [
        [1, 'ran', 'npm test -- hours/keys', 'ok 1 - Enter opens\nok 2 - Escape closes'],
        [2, 'ran', 'npm test -- hours/order', 'ok 1 - the order of the page'],
      ], { artifact: PAGES }],
      ['4d 10:55', 'magpie', 'verify', 'c1', 'passed', 14, 'ok 1 - Enter opens\nok 2 - Escape closes\n\n2 passed', 0],
      ['4d 10:56', 'magpie', 'verify', 'c2', 'tampered', 2, 'Protected files differ from 0c7d2a91e4b8f36d5a1907ce82b4f6d3e9a05b17:\ntest/hours/order.test.js', undefined, ['test/hours/order.test.js']],
      ['22m', 'magpie', 'begin to verify', 'c3', ' 40 of 212 pages\n 80 of 212 pages\n120 of 212 pages'],
    ] },
  { key: 'speech', title: 'Have the loan dates read aloud as dates', project: 'reader',
    at: '4d 11:20', by: 'aiko', to: 'beacon', priority: 'p2', effort: 's', labels: ['accessibility', 'app'],
    text: 'Screen readers say “three slash four”. They must say “3 April”.',
    criteria: [
      ['Three screen readers say the date', { command: 'npm run test:speech', protect: ['test/**'] }],
    ],
    acts: [
      ['4d 11:30', 'beacon', 'claim'],
      ['4d 12:00', 'beacon', 'result', 'succeeded', 51_000, 'Dates have a spoken form.', [
        [1, 'ran', 'npm run test:speech', 'ok 1 - three readers, one date'],
      ], { artifact: { ...PAGES, commit: '81fb02c6d95e4a3706bc1de9f4728a50c3e6d7b2', branch: 'tandem/speech' } }],
      ['4d 12:05', 'magpie', 'verify', 'c1', 'failed', 31, 'not ok 1 - three readers, one date\n  the second says “3 4”', 1],
      ['4d 13:10', 'aiko', 'return', 'The second reader still says the numbers.', [['c1', 'returned']]],
      ['4d 13:20', 'beacon', 'claim'],
      ['4d 13:50', 'beacon', 'result', 'succeeded', 34_000, 'The second reader needed the language of the page.', [
        [1, 'ran', 'npm run test:speech', 'ok 1 - three readers, one date'],
      ], { artifact: { ...PAGES, commit: 'd4370e5b9ac8f1627be05d13c9a4f8e27061b3f5', branch: 'tandem/speech' } }],
      ...(['4d 13:55', '4d 14:00', '4d 14:05'] as const).map((at): Act => [at, 'magpie', 'verify', 'c1', 'error', 3, 'The repository https://git.linden-library.example/pages.git can’t be reached: Connection timed out']),
    ] },
];
