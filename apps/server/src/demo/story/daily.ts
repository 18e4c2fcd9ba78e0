import type { Who } from './words.ts';

/**
 * Questions that other members ask an agent on working days, in rotation. The host cannot see these chats, but their
 * usage counts.
 */
export interface StoryRound {
  readonly person: Who;
  readonly agent: Who;
  /** Minutes after 8:00. */
  readonly minute: number;
  /** Tokens on an ordinary day. */
  readonly tokens: number;
  readonly turns: readonly (readonly [asked: string, answered: string])[];
}

export const ROUNDS: readonly StoryRound[] = [
  {
    person: 'ruth',
    agent: 'otter',
    minute: 35,
    tokens: 260_000,
    turns: [
      [
        'What came in over night?',
        'Fourteen letters. Nine are answered by a text of the twenty; the drafts are in the folder.',
      ],
      [
        'Anything that cannot wait?',
        'One: a patron has to return a tablet before an operation, and asks for a week more.',
      ],
      [
        'Which answers did people write back to?',
        'Two of eleven. Both ask again for a date, in other words.',
      ],
      ['Sort yesterday’s, please', 'Done: 17 by what they need. Three need you.'],
    ],
  },
  {
    person: 'samir',
    agent: 'wren',
    minute: 70,
    tokens: 410_000,
    turns: [
      ['How many new records?', '212 since yesterday. 190 are complete, 22 lack a year.'],
      ['Did the feed come?', 'It came at four, and it is as long as usual.'],
      [
        'Show me ten that you are not sure of',
        'They are in the list “unsure”. Six of them are about the author’s name.',
      ],
      ['What was the hardest one?', 'A songbook with two title pages that do not agree. I have kept both.'],
    ],
  },
  {
    person: 'aiko',
    agent: 'beacon',
    minute: 15,
    tokens: 150_000,
    turns: [
      [
        'Anything new in last night’s build?',
        'Two findings: a button without a name in the player, and a contrast of 4.1 to 1 in the notes.',
      ],
      ['And the dark theme?', 'Nothing new. The three of last week are mended.'],
      ['Which page is the worst?', 'The account: eleven findings, of which eight are the same one.'],
    ],
  },
  {
    person: 'jonas',
    agent: 'quill',
    minute: 190,
    tokens: 70_000,
    turns: [
      [
        'Release note, two sentences',
        'You can renew a loan from the list, with one tap. It is free while nobody waits.',
      ],
      ['Shorter?', 'Renew with one tap.'],
      ['The same in Spanish', '*Renueve con un toque.*'],
    ],
  },
];
