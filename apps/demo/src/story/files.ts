import type { Key } from './notation.ts';
import { bars } from './picture.ts';

interface StoryFile {
  readonly name: string;
  readonly type: string;
  readonly content: () => Uint8Array;
}

const text = (name: string, type: string, lines: readonly string[]): StoryFile => ({
  name,
  type,
  content: () => Buffer.from(`${lines.join('\n')}\n`),
});

const picture = (name: string, data: Parameters<typeof bars>[0]): StoryFile => ({
  name,
  type: 'image/png',
  content: () => bars(data),
});

// biome-ignore format: a file a line, or its lines
export const FILES: Readonly<Record<Key, StoryFile>> = {
  'complete-picture': picture('complete-records.png', { values: [58.4, 61.9, 64.3, 70.2, 72.8, 71.5, 77.6, 82.1, 85.7, 88.9, 90.6, 92.3], max: 100, target: 95, color: [31, 122, 109] }),
  'children-picture': picture('children-shelf-before-and-after.png', { values: [34, 41, 52, 47, 96, 98, 95, 97], max: 100, target: 90, color: [109, 79, 196]  }),
  'waiting-picture': picture('days-waited.png', { values: [16.4, 15.7, 14.8, 13.9, 12.9, 11.6, 11.2], max: 18, target: 9, color: [194, 87, 26]  }),
  'merged-list': text('merged-records.csv', 'text/csv', [
    'kept,merged,title,reason',
    '10231,30877,"The Salt Road",same ISBN and year',
    '10412,30902,"A Year of Rain",same ISBN and year',
    '11007,31544,"Night Trains",audiobook had been listed twice',
    '11390,31801,"The Orchard Keeper’s Daughter",vendor feed changed the subtitle',
    '12004,32210,"Small Boats",same ISBN and year',
  ]),
  'letter-draft': text('letter-to-patrons.md', 'text/markdown', [
    '# Your hold was lost, and we are sorry',
    '',
    'Dear reader,',
    '',
    'on the night of the 3rd a change of ours took your place in the queue for *{{title}}*. We have put you back where',
    'you were. If somebody else has the book by now, you are the next one to have it.',
    '',
    'The team of the Linden Library',
  ]),
  minutes: text('minutes-branch-meeting.txt', 'text/plain', [
    'Branch meeting, all five desks',
    '',
    '- The tablets are slow since the update. Ruth collects which ones.',
    '- People ask for the waiting time before they place a hold, not after.',
    '- Large type: the setting is hard to find. Aiko has a sketch.',
  ]),
};
