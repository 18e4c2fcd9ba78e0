import { type Act, attaches, moves, relates, type StoryTask, says } from './words.ts';

/** Details of plain tasks, by title: comments and acceptance criteria. */
export const MORE: Readonly<
  Record<string, { readonly criteria?: readonly string[]; readonly acts?: readonly Act[] }>
> = {
  'Renew a loan from the list of loans': {
    acts: [
      says(
        '27d 14:10',
        'ruth',
        'At the desk they ask whether it costs anything. It does not, but it should say so.',
      ),
      says('27d 15:20', 'jonas', 'It says *“free, until the 14th”* now.'),
    ],
  },
  'Tell a patron when a hold is ready': {
    acts: [
      says(
        '25d 10:15',
        'mira',
        'Who gets a message at seven in the morning does not thank us. Not before eight, please.',
      ),
      says('25d 10:50', 'jonas', 'Then it is eight. I have added it to the description.'),
      relates('10d 11:00', 'jonas', 'related', 'Text messages twice'),
    ],
  },
  'Count how long holds take': {
    acts: [
      attaches('28d 11:20', 'jonas', 'waiting-picture'),
      says(
        '28d 11:25',
        'jonas',
        'The 90th percentile is **16.4 days**. The mean is 9, and says nothing: one in ten waits for three weeks.',
      ),
    ],
  },
  'Books that nobody picks up go on after two days': {
    acts: [
      says('19d 13:10', 'ruth', 'Two working days, or two days? On Fridays that is not the same.'),
      says('19d 13:40', 'samir', 'Working days of the branch where the book lies.'),
    ],
  },
  'Holds for a whole family': {
    acts: [
      says(
        '20d 10:40',
        'aiko',
        'A child of twelve may not want a parent to see the list. At twelve the account goes over to them, says the statute.',
      ),
      says(
        '20d 11:15',
        'mira',
        'Good that somebody reads it. Let us do it as the statute says, and write to the families once.',
      ),
    ],
  },
  'Fines for books that were never ready': {
    acts: [
      says('8d 10:00', 'ruth', 'All seven have their money back, and a letter by hand.'),
      { at: '8d 09:30', by: 'mira', does: 'rank', priority: 'p0' },
    ],
  },
  'Let the branch desk see a queue': {
    acts: [
      says(
        '5d 13:20',
        'aiko',
        'A name is nobody’s business but the desk’s. Initials on the screen that faces the room?',
      ),
      says(
        '5d 13:45',
        'ruth',
        'Initials, and the card’s last three digits. That is how we call people anyway.',
      ),
      relates('5d 13:50', 'jonas', 'related', 'Forget who has read what'),
    ],
  },
  'Ask five patrons about the waiting range': {
    acts: [
      says(
        '2d 15:30',
        'ruth',
        'All five are done, and the notes are with Otter. Mrs. Adeyemi: *“A date is a promise. A range is a weather report, and I believe those.”*',
      ),
    ],
  },
  'Read what people wrote about the waiting range': {
    criteria: ['Each of the five is quoted', 'What they have in common is on half a page'],
  },
  'Draft the sign for the shelf of quick loans': { criteria: ['At most nine words'] },
  'Letters that came back': {
    criteria: ['Each of the sixty addresses was looked at', 'Nobody gets a letter that is for another'],
    acts: [
      says(
        '1d 10:05',
        'ruth',
        'Some of them have moved to the care home at the river. The desk there knows.',
      ),
    ],
  },
  'Answers for the new opening hours': {
    criteria: ['No answer names the old hours', 'Saturday is right in all four languages'],
  },
  'Summary of the month for the town council': {
    criteria: ['Half a page', 'Every number says where it is from'],
  },
  'One list for loans, holds and renewals': {
    acts: [
      says(
        '4d 11:20',
        'aiko',
        'First sketch: one list, sorted by what needs doing first.\n\n1. ready to pick up\n2. due this week\n3. everything else',
      ),
      says('3d 09:50', 'jonas', 'I like it. It needs one request instead of three, which is a day of work.'),
    ],
  },
  'Forget who has read what': {
    acts: [
      says('15d 14:00', 'mira', 'This is the one that I want to be proud of at the end of the year.'),
      says(
        '15d 14:40',
        'jonas',
        'It is less to build than to decide: statistics of the branches live on these rows.',
      ),
    ],
  },
  'Points for returning early': {
    acts: [
      says(
        '19d 10:10',
        'ruth',
        'I have asked twelve people at the desk. Eleven said no, and one asked what the points are worth.',
      ),
    ],
  },
  'Headings for chapters': {
    acts: [
      says(
        '22d 11:05',
        'jonas',
        'The books have them, as bold text. This finds nine of ten:\n\n```ts\nconst isHeading = (p: Paragraph) =>\n  p.bold && p.text.length < 80 && !/[.,;]$/.test(p.text);\n```',
      ),
    ],
  },
  'Three patrons try it without help': {
    acts: [
      says(
        '7d 15:40',
        'aiko',
        'All three came to the last page. The hardest part was the door of the building, which is not in the reader.',
      ),
      relates('12d 11:30', 'aiko', 'related', 'Walk through a loan by VoiceOver'),
    ],
  },
  'Pages from right to left': {
    acts: [
      says(
        '11d 10:30',
        'samir',
        'The slider runs the right way now. The arrows on the keyboard still do not.',
      ),
      says('11d 13:55', 'aiko', 'They do now: left is forward, as in a book.'),
    ],
  },
  'Button for large letters': {
    acts: [relates('5d 10:40', 'aiko', 'blocked_by', 'large-type')],
  },
  'Contrast of notes and quotations': { acts: [relates('5d 10:10', 'aiko', 'related', 'contrast-rules')] },
  'Read without a network': {
    acts: [
      says(
        '13d 10:20',
        'samir',
        'Two of three vendors allow three days. The third wants to be asked each hour.',
      ),
      says('13d 10:45', 'ruth', 'On the bookmobile there is no network for two hours at a time.'),
    ],
  },
  'Check the reader against the old contrast rules': {
    acts: [relates('5d 11:30', 'aiko', 'related', 'contrast-rules')],
  },
  'What is a complete record?': {
    acts: [
      says(
        '29d 13:00',
        'samir',
        'Agreed by all five:\n\n| field | complete when |\n| --- | --- |\n| author | named, or said to be unknown |\n| year | of the first edition, if it can be found |\n| language | of the text, not of the cover |\n| description | two sentences or more |',
      ),
    ],
  },
  'One way to write a name': {
    acts: [says('18d 15:05', 'samir', 'The old ways still find them: I have tried all six of Le Guin.')],
  },
  'Words that hurt in old subject headings': {
    acts: [
      attaches('9d 15:30', 'wren', 'merged-list'),
      says('8d 10:30', 'mira', 'Thank you for not deciding the thirteen by yourself.'),
    ],
  },
  'Decide on thirteen headings': {
    acts: [relates('8d 09:30', 'samir', 'related', 'Words that hurt in old subject headings')],
  },
  'Talk to the vendor about its feed': {
    acts: [
      says(
        '6d 14:10',
        'samir',
        'They will send the year, and tell us before they change a field. In writing by the end of the week.',
      ),
      says('2d 09:40', 'samir', 'In writing now. The new version of the feed comes in a month.'),
    ],
  },
  'Test each delivery of the feed': {
    acts: [
      relates('4d 10:15', 'jonas', 'related', 'Talk to the vendor about its feed'),
      says('2d 14:20', 'jonas', 'It has caught its first one: a delivery that was half as long as the last.'),
    ],
  },
  'Picture books in two languages': {
    criteria: ['Both languages stand in the record', 'The search finds it by either'],
    acts: [relates('1d 11:00', 'samir', 'related', 'children-shelf')],
  },
  'Descriptions of local history': {
    criteria: ['Two sentences or more for each of the 140', 'The place that it is about is named'],
    acts: [
      says('1d 13:15', 'ruth', 'The archive has most of them on paper, and somebody who likes to be asked.'),
    ],
  },
  'Withdrawn books that are still listed': {
    criteria: ['None of the lists of the branches has a book that the catalogue lends'],
  },
  'Thirty-nine records in two languages': { criteria: ['The language that is read first stands first'] },
  'Publishers who changed their names': { criteria: ['The old name still finds its books'] },
  'Print the list of what was merged': { acts: [attaches('3d 11:00', 'samir', 'merged-list')] },
  'Let patrons report a wrong record': {
    acts: [
      moves('5d 10:05', 'jonas', 'backlog', 'After the catalogue is at 95 of 100.'),
      moves('1d 14:10', 'samir', 'todo', 'We are close enough.'),
    ],
  },
};

/** Tasks that agents have proposed, which wait in the backlog for people's approval. */
export const THOUGHT_UP: readonly StoryTask[] = [
  {
    title: 'Records of books that nobody has borrowed for ten years',
    text: 'There are 6,200. Half of them have no description, and will never need one. Shall they count?',
    project: 'catalogue',
    at: '6d 11:40',
    by: 'wren',
    status: 'backlog',
    priority: 'p2',
    labels: ['catalogue', 'idea'],
    acts: [says('5d 10:20', 'samir', 'They do count, but they can come last. Good question.')],
  },
  {
    title: 'The wording of the fine letter',
    text: 'It says “offence”. Patrons who write back are angry about that word more often than about the sum.',
    project: 'holds',
    at: '2d 15:05',
    by: 'otter',
    status: 'backlog',
    priority: 'p1',
    labels: ['patrons'],
    acts: [says('1d 09:30', 'ruth', 'Yes. I have wanted that for eleven years.')],
  },
  {
    title: 'Two vendors sell us the same audiobook',
    text: '212 audiobooks come from both, at different prices. The list is ready.',
    project: 'catalogue',
    at: '1d 15:10',
    by: 'wren',
    status: 'backlog',
    priority: 'p1',
    labels: ['licences'],
  },
];
