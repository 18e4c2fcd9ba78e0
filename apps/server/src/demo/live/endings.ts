/** Evidence that a criterion is met, in the format of results. */
export interface EvidenceInput {
  readonly text?: string;
  readonly command?: string;
  readonly output?: string;
  readonly exitCode?: number;
}

/** The result of each task of the story, by title. */
export interface Ending {
  readonly summary: string;
  /** Evidence for its criteria, in their order. */
  readonly proofs: readonly EvidenceInput[];
}

const ran = (command: string, output: string): EvidenceInput => ({
  command,
  output: `${output}\n`,
  exitCode: 0,
});

export const ENDINGS: Readonly<Record<string, Ending>> = {
  'Picture books in two languages': {
    summary:
      'All 620 have both of their languages now.\n\n| languages | books |\n| --- | ---: |\n| English and Spanish | 288 |\n| English and Arabic | 141 |\n| English and Ukrainian | 97 |\n| eleven other pairs | 94 |\n\nThe search finds *La luna y el búho* by “owl” and by “búho”.',
    proofs: [
      ran('catalogue count --shelf two-languages --languages 1', '0'),
      ran('catalogue search búho owl --same', 'La luna y el búho (30 412)'),
    ],
  },
  'Descriptions of local history': {
    summary:
      'The 140 booklets with a date have descriptions, and each names its place. Three places are spelt as the booklet spells them, with today’s name beside.\n\nThe share of complete records is **92.6 %** by that.',
    proofs: [
      ran('catalogue count --shelf local --dated --without description', '0'),
      { text: 'River quarter 61, old harbour 44, mill road 20, elsewhere 15. Three spellings are noted.' },
    ],
  },
  'Withdrawn books that are still listed': {
    summary:
      '590 books are out of the catalogue. Eleven of them were on the lists of patrons, who see *“no longer lent”* there, with another edition where there is one.',
    proofs: [ran('catalogue compare --withdrawn branches/*.csv --listed', 'nothing in common')],
  },
  'Publishers who changed their names': {
    summary:
      '214 publishers became 131. A search for the old name finds the books, and says what the publisher is called now.',
    proofs: [ran('catalogue search --publisher "Harbor & Sons"', '38 books (today: Harbourlight)')],
  },
  'Thirty-nine records in two languages': {
    summary:
      'Thirty-nine of thirty-nine. In four of them the languages take turns; the one of the first page stands first.',
    proofs: [
      { text: 'The first pages of all 39 were looked at; a list with both languages is in the records.' },
    ],
  },
  'Two editions share an ISBN: keep which?': {
    summary:
      'The 1,088 pairs are one record each, as it was answered. The 116 that differ by more are on a list for Samir, the hardest first.',
    proofs: [
      ran('catalogue duplicates --by isbn', '116 pairs (listed in pairs-for-samir.csv), 0 others'),
      ran('lists check --broken', '0 of 3,902 lists'),
    ],
  },
  'Describe the children’s shelf': {
    summary:
      'Gone through once more with what was missing in mind. Fourteen descriptions were changed, and none of them tells the end.',
    proofs: [
      ran('catalogue count --shelf children --without description', '0'),
      ran('catalogue count --shelf children --without age', '0'),
      { text: 'Read from the last to the first this time, which shows an end sooner.' },
      { text: 'Ruth has the fourteen on paper for the next story hour.' },
    ],
  },
  'Answers for the new opening hours': {
    summary:
      'Four of the twenty answers named the old hours. All four are changed, and the one about Saturdays says the same in all languages.',
    proofs: [
      ran('answers check --without "9 to 5" --without "9–17"', '20 answers, all without'),
      { text: 'Saturday, ten to four: read side by side in English, Spanish, Arabic and Ukrainian.' },
    ],
  },
  'Letters that came back': {
    summary:
      'Of sixty addresses\n\n- **22** were misspelt, and are put right\n- **31** have moved; nine of them to the care home at the river, as Ruth said\n- **7** cannot be found, and are on a list for the desk',
    proofs: [
      ran('wc -l returned/*.csv | tail -1', '60 total'),
      { text: 'Nobody was written to by a new address before the desk had confirmed it.' },
    ],
  },
  'Read what people wrote about the waiting range': {
    summary:
      'All five understood the range, and four would wait for the book.\n\n> “A date is a promise. A range is a weather report, and I believe those.”\n\n> “If it says Thursday to Tuesday, I come on Tuesday.”\n\n> “I do not need to know. I need to know that you know.”\n\n> “Can it tell me when to stop hoping?”\n\n> “Nineteen days is fine. Nineteen days and nobody says so is not.”',
    proofs: [
      { text: 'Each of the five is quoted once, in their own words.' },
      { text: 'In common: the later end of the range is what people plan by.' },
    ],
  },
  'Draft the sign for the shelf of quick loans': {
    summary:
      'Three drafts:\n\n1. **Nobody is waiting for these. Take one.**\n2. **No queue here.**\n3. **Yours today.**\n\nThe second is the one that works in all four languages.',
    proofs: [{ text: 'Seven words, three words, two words.' }],
  },
  'Summary of the month for the town council': {
    summary:
      'Half a page:\n\n> In this month 18,400 books were borrowed by 3,120 people. Whoever placed a hold waited eleven days, after sixteen in spring. Nine of ten letters were answered within four hours. For the first time somebody who cannot see borrowed a book, read it and returned it, and asked nobody for help.',
    proofs: [
      { text: '112 words.' },
      {
        text: 'Loans of the month; the count of Jonas; the letters of ten days; the test with three patrons.',
      },
    ],
  },
  'Write to the 214 patrons whose holds were lost': {
    summary:
      'Sent to 214 patrons, one letter each, with the name of the book. Six have answered already, and all six kindly.',
    proofs: [
      ran('outbox count lost-holds --sent --distinct', '214 letters, 214 patrons'),
      ran('outbox check lost-holds --placeholders', '0 left'),
    ],
  },
  'Draft answers to the twelve oldest letters': {
    summary:
      'The two that were missing are drafted now. For no. 4412 the treasury has sent the receipt; no. 4431 was read by Selam of the reading circle, who changed one word.',
    proofs: [
      { text: 'Twelve drafts are in the folder, each with the letter that it answers.' },
      ran('drafts check --no-dates', '12 drafts, no dates'),
    ],
  },
  'Look through what came in today': {
    summary:
      'What came in since the last look is complete, but for two records without a year, which are on the list.',
    proofs: [],
  },
  'Sort the letters that came in': {
    summary:
      'Eleven letters: seven are answered by a text of the twenty, three need a look-up, and one needs Ruth.',
    proofs: [],
  },
};

/** Results of work that a review had returned. */
export const NOT_APPROVED: Ending = {
  summary: 'Not approved, and so not done. Everything is as it was; the drafts stay where they are.',
  proofs: [],
};
