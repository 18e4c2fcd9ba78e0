import type { Proof } from './notation.ts';

/* The texts of the agents that work while the demo runs. */

/** The result of a task, with evidence for its criteria in their order. */
export type Ending = readonly [summary: string, ...proofs: readonly Proof[]];

/** By the title of the task. */
// biome-ignore format: a proof a line
export const ENDINGS: Readonly<Record<string, Ending>> = {
  'Picture books in two languages': ['All 620 have both of their languages now.\n\n| languages | books |\n| --- | ---: |\n| English and Spanish | 288 |\n| English and Arabic | 141 |\n| English and Ukrainian | 97 |\n| eleven other pairs | 94 |\n\nThe search finds *La luna y el búho* by “owl” and by “búho”.',
    [1, 'ran', 'catalogue count --shelf two-languages --languages 1', '0'],
    [2, 'ran', 'catalogue search búho owl --same', 'La luna y el búho (30 412)'],
  ],
  'Descriptions of local history': ['The 140 booklets with a date have descriptions, and each names its place. Three places are spelt as the booklet spells them, with today’s name beside.\n\nThe share of complete records is **92.6 %** by that.',
    [1, 'ran', 'catalogue count --shelf local --dated --without description', '0'],
    [2, 'text', 'River quarter 61, old harbour 44, mill road 20, elsewhere 15. Three spellings are noted.'],
  ],
  'Withdrawn books that are still listed': ['590 books are out of the catalogue. Eleven of them were on the lists of patrons, who see *“no longer lent”* there, with another edition where there is one.',
    [1, 'ran', 'catalogue compare --withdrawn branches/*.csv --listed', 'nothing in common'],
  ],
  'Publishers who changed their names': ['214 publishers became 131. A search for the old name finds the books, and says what the publisher is called now.',
    [1, 'ran', 'catalogue search --publisher "Harbor & Sons"', '38 books (today: Harbourlight)'],
  ],
  'Thirty-nine records in two languages': ['Thirty-nine of thirty-nine. In four of them the languages take turns; the one of the first page stands first.',
    [1, 'text', 'The first pages of all 39 were looked at; a list with both languages is in the records.'],
  ],
  'Two editions share an ISBN: keep which?': ['The 1,088 pairs are one record each, as it was answered. The 116 that differ by more are on a list for Samir, the hardest first.',
    [1, 'ran', 'catalogue duplicates --by isbn', '116 pairs (listed in pairs-for-samir.csv), 0 others'],
    [2, 'ran', 'lists check --broken', '0 of 3,902 lists'],
  ],
  'Describe the children’s shelf': ['Gone through once more with what was missing in mind. Fourteen descriptions were changed, and none of them tells the end.',
    [1, 'ran', 'catalogue count --shelf children --without description', '0'],
    [2, 'ran', 'catalogue count --shelf children --without age', '0'],
    [3, 'text', 'Read from the last to the first this time, which shows an end sooner.'],
    [4, 'text', 'Ruth has the fourteen on paper for the next story hour.'],
  ],
  'Answers for the new opening hours': ['Four of the twenty answers named the old hours. All four are changed, and the one about Saturdays says the same in all languages.',
    [1, 'ran', 'answers check --without "9 to 5" --without "9–17"', '20 answers, all without'],
    [2, 'text', 'Saturday, ten to four: read side by side in English, Spanish, Arabic and Ukrainian.'],
  ],
  'Letters that came back': ['Of sixty addresses\n\n- **22** were misspelt, and are put right\n- **31** have moved; nine of them to the care home at the river, as Ruth said\n- **7** cannot be found, and are on a list for the desk',
    [1, 'ran', 'wc -l returned/*.csv | tail -1', '60 total'],
    [2, 'text', 'Nobody was written to by a new address before the desk had confirmed it.'],
  ],
  'Read what people wrote about the waiting range': ['All five understood the range, and four would wait for the book.\n\n> “A date is a promise. A range is a weather report, and I believe those.”\n\n> “If it says Thursday to Tuesday, I come on Tuesday.”\n\n> “I do not need to know. I need to know that you know.”\n\n> “Can it tell me when to stop hoping?”\n\n> “Nineteen days is fine. Nineteen days and nobody says so is not.”',
    [1, 'text', 'Each of the five is quoted once, in their own words.'],
    [2, 'text', 'In common: the later end of the range is what people plan by.'],
  ],
  'Draft the sign for the shelf of quick loans': ['Three drafts:\n\n1. **Nobody is waiting for these. Take one.**\n2. **No queue here.**\n3. **Yours today.**\n\nThe second is the one that works in all four languages.',
    [1, 'text', 'Seven words, three words, two words.'],
  ],
  'Summary of the month for the town council': ['Half a page:\n\n> In this month 18,400 books were borrowed by 3,120 people. Whoever placed a hold waited eleven days, after sixteen in spring. Nine of ten letters were answered within four hours. For the first time somebody who cannot see borrowed a book, read it and returned it, and asked nobody for help.',
    [1, 'text', '112 words.'],
    [2, 'text', 'Loans of the month; the count of Jonas; the letters of ten days; the test with three patrons.'],
  ],
  'Write to the 214 patrons whose holds were lost': ['Sent to 214 patrons, one letter each, with the name of the book. Six have answered already, and all six kindly.',
    [1, 'ran', 'outbox count lost-holds --sent --distinct', '214 letters, 214 patrons'],
    [2, 'ran', 'outbox check lost-holds --placeholders', '0 left'],
  ],
  'Draft answers to the twelve oldest letters': ['The two that were missing are drafted now. For no. 4412 the treasury has sent the receipt; no. 4431 was read by Selam of the reading circle, who changed one word.',
    [1, 'text', 'Twelve drafts are in the folder, each with the letter that it answers.'],
    [2, 'ran', 'drafts check --no-dates', '12 drafts, no dates'],
  ],
  'Refuse a delivery that is too short': ['The records are compared while they are read, and no longer in a second pass. Reading a full delivery takes 29 seconds here, which should be less than a minute on the slow machine as well.',
    [1, 'ran', 'npm test -- feed/length', '3 passed'],
    [2, 'ran', 'node scripts/time-feed.js fixtures/full.xml --max 60', '28.9 s'],
    [3, 'text', 'Nothing has changed in the message that Samir gets.'],
  ],
  'Look through what came in today': ['What came in since the last look is complete, but for two records without a year, which are on the list.'],
  'Sort the letters that came in': ['Eleven letters: seven are answered by a text of the twenty, three need a look-up, and one needs Ruth.'],
};

/** The result of work whose approval was denied. */
export const NOT_APPROVED: Ending = [
  'Not approved, and so not done. Everything is as it was; the drafts stay where they are.',
];

/** An agent's question to a person, in the format of the last line of a worker's command. */
export interface Question {
  readonly kind: 'choice' | 'text' | 'approval';
  readonly text: string;
  readonly options?: readonly { readonly id: string; readonly text: string; readonly consequence: string }[];
}

/** By the title of the task. */
// biome-ignore format: an option a line
export const QUESTIONS: Readonly<Record<string, Question>> = {
  'Publishers who changed their names': {
    kind: 'choice', text: 'Harbourlight bought Harbor & Sons, and printed on under the old name for six years. Which name do these **38 books** get?',
    options: [
      { id: 'printed', text: 'The one that is printed in the book', consequence: 'One publisher stays two. Whoever has the book in hand finds it.' },
      { id: 'today', text: 'The one of today', consequence: 'One publisher is one. The search says what it was called then.' },
    ],
  },
  'Summary of the month for the town council': {
    kind: 'approval', text: 'May I quote a patron by name? Mrs. Adeyemi has said yes to Ruth; the council’s papers are public.\n\n> “A date is a promise. A range is a weather report, and I believe those.”',
  },
};

/** For tasks that users create while the demo runs. */
// biome-ignore format: as above
export const ANY_QUESTION: Question = {
  kind: 'text',
  text: 'Before I go on: by what would you see that this is done well? **One sentence** is enough; I put it into the result.',
};

/** The chat suggestion that makes an agent create a task. */
export const MAKE_TASK = 'Make the task';

/** The agents' answers to the other suggestions of the story (chats.ts). */
// biome-ignore format: an answer a line
export const ANSWERS: Readonly<Record<string, string>> = {
  'Write the half page': 'Here it is, in 96 words:\n\n> In this month 18,400 books were borrowed by 3,120 people. Whoever placed a hold waited eleven days, after sixteen in spring: books with long queues are lent for two weeks now, and those that nobody picks up go on after two days. Nine of ten letters were answered within four hours. For the first time somebody who cannot see borrowed a book, read it and returned it, and asked nobody for help. What we would do next, if there were money for it, is a reader that works on the bookmobile, where there is no network for two hours at a time.',
  'Put the catalogue in after all': 'Then in one sentence, and as what it means to a reader:\n\n> Of every hundred books, ninety-two now say what they are about; six weeks ago it was fifty-eight.',
  'What did patrons say in their own words?': 'The four above are those that may be quoted. There is a fifth, from a child, who was not asked yet:\n\n> “The owl book should be two books.”',
  'Which numbers can we prove?': 'The days of waiting, the letters within four hours, and the loan without help: all three are counted, and the counts are at their goals.',
  'Do the withdrawn ones first': 'They are first on my list already. I need an hour for the 590, and tell you in the task when they are gone.',
  'Show me how you count': 'By the four fields of *What is a complete record?*, Tuesdays and Fridays at four, always by the same query. The last twelve counts stand at the goal.',
  'What about Dr. No?': '“Dr. No” ends no sentence, nor does “St. Ives”. It does so in *“He was a doctor. No one knew.”*, and there the function is right as well. I have tried 200 of them: two were wrong, both poems.',
};

/** The tag of routine tasks, which need no review. */
export const ROUTINE = 'routine';

/** Each agent's routine tasks. */
export const ROUTINES: Readonly<Record<string, { readonly title: string; readonly description: string }>> = {
  wren: {
    title: 'Look through what came in today',
    description: 'New records since the last check: complete those that can be completed, and list the rest.',
  },
  otter: {
    title: 'Sort the letters that came in',
    description:
      'Which letters one of the twenty texts answers, which need a look-up, and which need a person.',
  },
};

/** The parts of the work on a task, by topic. */
// biome-ignore format: a part a line
export const PARTS: readonly (readonly [topic: RegExp, parts: readonly string[]])[] = [
  [/catalogue/, ['Looking up the records', 'Comparing with the vendor’s feed', 'Changing them in batches of fifty', 'Reading ten of them again', 'Counting']],
  [/patrons|outreach/, ['Reading what people wrote', 'Sorting it by need', 'First draft', 'Removing promises', 'Reading it aloud once']],
  [/./, ['Reading the task again', 'Looking at the current state', 'Doing it', 'Checking it against the criteria', 'Writing it down']],
];
