import type { StoryTask } from './notation.ts';

/** Tasks with a detailed timeline: open requests to people, and finished stories. */
// biome-ignore format: an action a line
export const TIMELINES: readonly StoryTask[] = [
  {
    key: 'children-shelf', title: 'Describe the children’s shelf', project: 'catalogue',
    at: '8d 09:20', by: 'mira', to: 'wren', priority: 'p1', effort: 'l', labels: ['catalogue'], due: 2,
    text: 'The 312 picture books and first readers have titles and nothing else. Parents choose by what a book is about and for which age.\n\nWrite **two to four sentences** each:\n\n1. what happens, without the end\n2. for which age, in years\n3. what somebody might want to know before reading it aloud\n\nTake the publisher’s text where there is one, and shorten it.',
    criteria: ['Every record of the shelf has a description of two to four sentences', 'An age is given in years, as a number or a range', 'No description tells the end', 'Ten of them were read by somebody who works with children'],
    acts: [
      ['7d 10:05', 'wren', 'claim'],
      ['7d 10:25', 'wren', 'progress', 20, 'Publishers’ texts found for 187 of 312', 61_000, 'publishers: 187, to write: 125'],
      ['7d 10:50', 'wren', 'progress', 70, 'Writing the other 125, in lots of 25', 240_000],
      ['7d 11:20', 'wren', 'result', 'succeeded', 402_000, 'All 312 records have a description now.\n\n- 187 from publishers, shortened\n- 125 written from the books themselves', [
        [1, 'ran', 'catalogue count --shelf children --without description', '0'],
        [2, 'ran', 'catalogue count --shelf children --without age', '0'],
        [3, 'text', 'Read once more for this alone. Nine were changed.'],
      ]],
      ['6d 15:10', 'mira', 'return', 'Lovely, and most of it can stay. But *The Lantern Boat* still tells who was in the boat, and nobody who works with children has read any of them. Please ask Ruth for ten minutes at the branch.', [['c1', 'accepted'], ['c2', 'accepted'], ['c3', 'returned', '*The Lantern Boat* (30 114) and *Who Ate the Moon* (30 209) give it away.']]],
      ['6d 16:05', 'ruth', 'comment', 'I have ten minutes tomorrow at eleven, and Tomas from story hour is here as well.'],
      ['1d 09:40', 'wren', 'claim'],
      ['1d 09:55', 'wren', 'progress', 40, 'Read all of them again for their ends', 96_000],
      ['1d 10:20', 'wren', 'comment', 'Four more than those two gave away the end: 30 087, 30 131, 30 166 and 30 240. All six are written anew.'],
      ['1d 10:30', 'wren', 'release', 'Ruth and Tomas read ten of them at story hour; then it goes on.'],
      ['260m', 'wren', 'claim'],
      ['4h', 'wren', 'progress', 90, 'Adding what story hour said', 92_000],
      ['210m', 'wren', 'result', 'succeeded', 188_000, 'Six descriptions were written anew, and ten were read aloud at story hour.\n\n| shelf | complete before | complete now |\n| --- | ---: | ---: |\n| picture books | 34 % | 96 % |\n| first readers | 41 % | 98 % |\n| poems and songs | 52 % | 95 % |\n| in two languages | 47 % | 97 % |\n\nThe rest are records of books that were withdrawn; they are listed in the file.', [
        [1, 'ran', 'catalogue count --shelf children --without description', '0'],
        [1, 'file', 'children-picture'],
        [2, 'ran', 'catalogue count --shelf children --without age', '0'],
        [3, 'text', 'The six are written anew; two readers saw all 312 without finding another.'],
        [4, 'text', 'Ruth and Tomas read ten aloud at story hour. *“The one with the owl made them laugh.”*'],
        [4, 'url', 'https://catalogue.linden-library.example/shelves/children?sort=changed'],
        [null, 'file', 'merged-list'],
      ]],
    ],
  },
  {
    key: 'oldest-letters', title: 'Draft answers to the twelve oldest letters', project: 'holds',
    at: '2d 14:10', by: 'mira', to: 'otter', priority: 'p1', effort: 'm', labels: ['patrons'], due: 1,
    text: 'They have waited for more than a week, because each needs somebody to look something up. Draft what can be drafted, and say what is missing for the rest.',
    criteria: ['Twelve drafts, or for each that is missing what it waits for', 'No draft promises a date'],
    acts: [
      ['6h', 'otter', 'claim'],
      ['350m', 'otter', 'progress', 50, 'Six of twelve', 88_000],
      ['5h', 'otter', 'result', 'partial', 143_000, 'Ten of twelve are drafted. Two wait for something that I cannot look up:\n\n- **No. 4412** asks for a receipt of a fine from four years ago; these are with the town’s treasury.\n- **No. 4431** writes in Tigrinya. I have understood it, but somebody who speaks it should read the answer.', [
        [1, 'url', 'https://letters.linden-library.example/drafts?by=otter'],
        [2, 'ran', 'drafts check --no-dates', '10 drafts, no dates'],
      ]],
    ],
  },
  {
    key: 'newsletter-autumn', title: 'Autumn newsletter in four languages', project: 'holds',
    at: '4d 10:00', by: 'mira', to: 'quill', priority: 'p2', effort: 'm', labels: ['outreach'], due: 3,
    text: 'The usual: new books, opening hours, one story from a branch. In English, Spanish, Arabic and Ukrainian.',
    criteria: ['Four languages, read by somebody who speaks them', 'Fits on one page when printed'],
    acts: [
      ['3d 13:10', 'quill', 'claim'],
      ['3d 13:30', 'quill', 'progress', 60, 'English and Spanish are done', 70_000],
      ['3d 13:55', 'quill', 'result', 'succeeded', 121_000, 'Four languages, one page each. The story is the one of the bookmobile that was snowed in.', [
        [1, 'text', 'Arabic: Samir. Spanish: Ruth. Ukrainian: Olena from the reading circle.'],
        [2, 'ran', 'pdfinfo newsletter-*.pdf | grep Pages', 'Pages: 1\nPages: 1\nPages: 1\nPages: 1'],
      ]],
    ],
  },
  {
    key: 'same-isbn', title: 'Two editions share an ISBN: keep which?', project: 'catalogue',
    at: '5d 09:15', by: 'samir', to: 'wren', priority: 'p0', effort: 'm', labels: ['catalogue', 'bug'], due: 1,
    text: 'The vendor’s feed and our own records disagree on 1,204 books: same ISBN, another year. Merge them.',
    criteria: ['No two living records share an ISBN', 'What patrons have on their lists still leads to a book'],
    acts: [
      ['4d 10:00', 'wren', 'claim'],
      ['4d 10:20', 'wren', 'progress', 35, 'Compared 1,204 pairs: 1,088 differ in the year alone', 133_000, '1,204 pairs, 1,088 by year alone, 116 by more'],
      ['4d 10:40', 'wren', 'ask', { kind: 'choice', to: 'mira', text: 'Of **1,088 books** there are two records that differ in the year alone. Ours has the year of the first edition, the vendor’s that of the e-book. Which one stays?\n\nPatrons see the year in the search, and sort by it.', default: 'ours', options: [
        { id: 'ours', text: 'Ours: the year of the first edition', consequence: 'The search shows 1954 for a classic, as the card index did. The vendor’s feed has to be told to leave the year alone, which Jonas says is half a day.' },
        { id: 'vendor', text: 'The vendor’s: the year of the e-book', consequence: 'Nothing is to be built. Old books look new: 640 of them move to the top of “newest first”.' },
        { id: 'both', text: 'Both, in two fields', consequence: 'The search needs a second field, and every branch a new label printer template. Two weeks.' },
      ] }, 196],
    ],
  },
  {
    key: 'lost-holds', title: 'Write to the 214 patrons whose holds were lost', project: 'holds',
    at: '2d 10:30', by: 'jonas', to: 'otter', priority: 'p0', effort: 's', labels: ['patrons', 'bug'], due: 0,
    text: 'On the night of the 3rd the move of the loans table lost 214 places in queues. They are restored. Now somebody has to say sorry.',
    criteria: ['Each of the 214 has got one letter, and nobody else has', 'The letter names the book'],
    acts: [
      ['2d 10:35', 'jonas', 'attach', 'letter-draft'],
      ['2d 10:40', 'ruth', 'comment', 'Please no “we apologise for any inconvenience”. It was our mistake, and the letter can say so.'],
      ['130m', 'otter', 'claim'],
      ['110m', 'otter', 'progress', 80, '214 addresses checked against the log of that night', 52_000, '214 addresses in outbox/lost-holds, none sent'],
      ['95m', 'otter', 'ask', { kind: 'approval', to: 'mira', text: 'May I send the letter to **214 patrons** now? What is sent cannot be called back.\n\nThe list was checked against the log of that night:\n\n```text\nlost in the move      219\nreturned since          5\nto write to           214\n```\n\nThe letter is attached to the task, with Ruth’s changes.' }],
    ],
  },
  {
    key: 'large-type', title: 'Name the setting for large type', project: 'reader',
    at: '9d 13:00', by: 'aiko', to: 'aiko', priority: 'p2', effort: 'xs', labels: ['accessibility', 'app'],
    text: 'Nobody finds it under “Display”. It is to be a button at the foot of the page.',
    acts: [
      ['5d 09:30', 'aiko', 'move', 'in_progress'],
      ['5d 11:45', 'ruth', 'comment', 'At the desk people ask for “big letters”. Nobody has ever said “type”.'],
      ['5h', 'aiko', 'ask', { kind: 'text', text: 'What should the button say? It has room for **about twelve letters**, and it stands beside “Contents” and “Search”.', blocking: false }],
    ],
  },
  {
    key: 'contrast-rules', title: 'Check the reader against the new contrast rules', project: 'reader',
    at: '6d 09:10', by: 'aiko', to: 'beacon', priority: 'p1', effort: 's', labels: ['accessibility'], due: 4,
    text: 'In both themes, and with the three paper colors.',
    criteria: ['Every text has a contrast of 4.5 to 1 or more'],
    acts: [
      ['2d 10:00', 'beacon', 'claim'],
      ['2d 10:12', 'beacon', 'result', 'failed', 21_000, 'The reader does not open in the browser of the test machine: `net::ERR_CERT_DATE_INVALID`.', []],
      ['2d 11:05', 'beacon', 'claim'],
      ['2d 11:15', 'beacon', 'result', 'failed', 18_000, 'The same again: `net::ERR_CERT_DATE_INVALID`. The certificate of reader-test ended on Sunday.', []],
      ['2d 13:00', 'beacon', 'claim'],
      ['2d 13:09', 'beacon', 'result', 'failed', 24_000, 'It still does not open. Somebody has to renew the certificate of reader-test; I have no right to.', [
        [null, 'ran', 'openssl s_client -connect reader-test.linden-library.example:443 </dev/null | openssl x509 -noout -enddate', 'notAfter=Sunday, 23:59:59 GMT'],
      ], 'waiting'],
      ['2d 14:30', 'aiko', 'comment', 'I have paused Beacon until the machine is back: it tries every morning, and every morning it costs us.'],
    ],
  },
  {
    key: 'loans-backup', title: 'Back up the loans table before the move', project: 'holds',
    at: '7d 09:40', by: 'mira', to: 'jonas', priority: 'p0', effort: 's', labels: ['chore'], due: 1,
    text: 'A copy that somebody has read back, and not only one that was written.',
    criteria: ['The copy was restored once, and counted'],
    acts: [
      ['2d 13:15', 'jonas', 'move', 'in_progress'],
      ['1d 11:30', 'jonas', 'comment', 'Written. Reading it back takes four hours, so it runs tonight:\n\n```sh\npg_restore --dbname check loans.dump\npsql check -c "select count(*) from loans"\n```'],
    ],
  },
  {
    key: 'loans-move', title: 'Move the loans to the new service', project: 'holds',
    at: '7d 09:45', by: 'mira', to: 'jonas', priority: 'p1', effort: 'l', labels: ['app'], due: 6,
    text: 'The second try. What went wrong the first time is in the minutes: the queue was moved while people placed holds.',
    criteria: ['No place in a queue is lost', 'Holds rest while the table moves, and the app says so', 'It can be undone within ten minutes'],
    acts: [
      ['7d 09:50', 'mira', 'relate', 'blocked_by', 'loans-backup'],
      ['2d 10:50', 'jonas', 'relate', 'related', 'lost-holds'],
      ['7d 10:00', 'ruth', 'attach', 'minutes'],
    ],
  },
  {
    key: 'honest-date', title: 'Say how long the wait is before a hold is placed', project: 'holds',
    at: '14d 10:20', by: 'mira', to: 'jonas', priority: 'p1', effort: 'm', labels: ['app', 'patrons'], due: 2,
    text: 'People ask at the desk what the app could tell them. A date is better than a number in a queue, and an honest range is better than a date.',
    criteria: ['The range holds the truth for nine of ten holds', 'It is there before the button is pressed'],
    acts: [
      ['14d 10:40', 'ruth', 'attach', 'minutes'],
      ['8d 09:50', 'jonas', 'move', 'in_progress'],
      ['6d 11:00', 'aiko', 'comment', 'Two sketches: one says *“about 6 days”*, the other *“between Thursday and next Tuesday”*. At the branch everybody understood the second.'],
      ['6d 11:40', 'mira', 'comment', 'The second then. And when we know nothing, it should say that we do not know.'],
      ['3d 10:30', 'jonas', 'attach', 'waiting-picture'],
      ['3d 10:35', 'jonas', 'comment', 'On the last four weeks the range is right for **88 of 100**. The two books of the town read are what is missing.'],
    ],
  },
  {
    key: 'tablets', title: 'The reader is slow on the branch tablets', project: 'reader',
    at: '12d 11:10', by: 'ruth', to: 'jonas', priority: 'p1', effort: 'm', labels: ['app', 'bug'], due: 5,
    text: 'A page takes three seconds to turn on the tablets that we lend. They are eight years old, and there is no money for others.',
    criteria: ['A page turns within half a second on a tablet of the north branch'],
    acts: [
      ['9d 10:05', 'jonas', 'move', 'in_progress'],
      ['8d 15:20', 'jonas', 'comment', 'It is the page that is laid out behind the one that is shown. Without it:\n\n| tablet | before | after |\n| --- | ---: | ---: |\n| north branch | 3.1 s | 0.6 s |\n| bookmobile | 3.4 s | 0.7 s |'],
      ['4d 14:00', 'jonas', 'move', 'waiting', 'Waits for the tablets to come back from the bookmobile on Thursday.'],
    ],
  },
  {
    key: 'merge-first', title: 'Merge the records that are there twice', project: 'catalogue',
    at: '24d 09:30', by: 'samir', to: 'wren', priority: 'p1', effort: 'l', labels: ['catalogue'],
    text: 'Audiobooks above all: the vendor changed its numbers in spring.',
    criteria: ['No audiobook is listed twice', 'A list of what was merged, for the branches'],
    acts: [
      ['22d 10:00', 'wren', 'claim'],
      ['22d 10:30', 'wren', 'progress', 45, 'Half of the audiobooks', 210_000],
      ['22d 11:05', 'wren', 'result', 'succeeded', 356_000, '640 records became 318. Nobody’s list or hold points to one that is gone.', [
        [1, 'ran', 'catalogue duplicates --kind audio', 'none'],
        [2, 'file', 'merged-list'],
        [null, 'file', 'complete-picture'],
      ]],
      ['22d 14:20', 'samir', 'accept', 'Checked thirty of them by hand. All good.'],
    ],
  },
  {
    key: 'default-loan', title: 'Shorter loans for the fifty longest queues', project: 'holds',
    at: '27d 10:10', by: 'mira', to: 'otter', priority: 'p1', effort: 's', labels: ['licences', 'patrons'],
    text: 'Two weeks instead of four, for books that more than ten people wait for.',
    criteria: ['The fifty books are named', 'Nobody’s present loan becomes shorter'],
    acts: [
      ['26d 09:30', 'otter', 'claim'],
      ['26d 09:50', 'otter', 'ask', { kind: 'choice', text: 'Audiobooks have the longest queues, but take longer to hear. Are they among the fifty?', default: 'no', options: [
        { id: 'yes', text: 'Yes', consequence: '31 of the fifty are audiobooks.' },
        { id: 'no', text: 'No, printed books alone', consequence: 'The queues of audiobooks stay as they are.' },
      ] }, 20],
      ['24d 09:10', 'otter', 'run jobs'],
      ['24d 09:20', 'otter', 'claim'],
      ['24d 09:45', 'otter', 'result', 'succeeded', 48_000, 'The fifty printed books with the longest queues are lent for two weeks from Monday on. Nobody had answered by the time, so audiobooks are left out.', [
        [1, 'url', 'https://catalogue.linden-library.example/lists/short-loans'],
        [2, 'ran', 'loans check --since monday --shortened', '0 loans'],
      ]],
      ['24d 11:00', 'mira', 'accept'],
    ],
  },
  {
    key: 'limit-today', title: 'Translate the help pages into Ukrainian', project: 'reader',
    at: '3d 15:00', by: 'mira', to: 'quill', priority: 'p2', effort: 'l', labels: ['outreach'], due: 7,
    text: 'Forty short pages. Olena from the reading circle reads them afterwards.',
    acts: [
      ['58m', 'quill', 'claim'],
      ['40m', 'quill', 'progress', 30, 'Twelve of forty pages', 180_000, 'pages 1 to 12 are in help/uk'],
      ['9m', 'quill', 'progress', 70, 'Twenty-eight of forty pages', 412_000, 'pages 1 to 28 are in help/uk'],
      ['8m', 'quill', 'release', 'Told to stop: the limit of the day is reached. Pages 1 to 28 are there.'],
    ],
  },
];

/** Tasks that agents have proposed, for people to accept. */
// biome-ignore format: an action a line
export const PROPOSALS: readonly StoryTask[] = [
  {
    title: 'Records of books that nobody has borrowed for ten years', project: 'catalogue',
    at: '6d 11:40', by: 'wren', status: 'backlog', priority: 'p2', labels: ['catalogue', 'idea'],
    text: 'There are 6,200. Half of them have no description, and will never need one. Shall they count?',
    acts: [
      ['5d 10:20', 'samir', 'comment', 'They do count, but they can come last. Good question.'],
    ],
  },
  {
    title: 'The wording of the fine letter', project: 'holds',
    at: '2d 15:05', by: 'otter', status: 'backlog', priority: 'p1', labels: ['patrons'],
    text: 'It says “offence”. Patrons who write back are angry about that word more often than about the sum.',
    acts: [
      ['1d 09:30', 'ruth', 'comment', 'Yes. I have wanted that for eleven years.'],
    ],
  },
  {
    title: 'Two vendors sell us the same audiobook', project: 'catalogue',
    at: '1d 15:10', by: 'wren', status: 'backlog', priority: 'p1', labels: ['licences'],
    text: '212 audiobooks come from both, at different prices. The list is ready.',
  },
];
