import type { Effort, Priority, TaskStatus } from '@tandem/core';
import type { Key, Who } from './notation.ts';

/** A task without details of its own; `plainTasks` generates its timeline. */
export interface PlainTask {
  readonly project: Key;
  readonly title: string;
  readonly text: string;
  readonly to: Who | null;
  readonly status: TaskStatus;
  readonly priority: Priority;
  readonly effort: Effort;
  readonly labels: readonly string[];
  /** How many working days ago it was created, and how many days it took. */
  readonly born: number;
  readonly took: number;
  /** Its result, or why it waits or was canceled. */
  readonly came?: string;
  /** Due in this many working days. */
  readonly due?: number;
}

// biome-ignore format: the columns of the tables
type Row = readonly [
  title: string, text: string, to: Who | null, status: TaskStatus, priority: Priority, effort: Effort, labels: string,
  born: number, took: number, came?: string | null, due?: number,
];

// biome-ignore format: the same columns
const table = (project: Key, rows: readonly Row[]): PlainTask[] =>
  rows.map(([title, text, to, status, priority, effort, labels, born, took, came, due]) => ({
    project, title, text, to, status, priority, effort, labels: labels.split(' ').filter((name) => name !== ''),
    born, took, ...(came && { came }), ...(due !== undefined && { due }),
  }));

// biome-ignore format: a table
const HOLDS = table('holds', [
  ['Renew a loan from the list of loans', 'One tap instead of four. Only while nobody waits for the book.', 'jonas', 'done', 'p1', 'm', 'app', 29, 5],
  ['Tell a patron when a hold is ready', 'By e-mail and, who wants it, by text message. Not between nine at night and eight in the morning.', 'jonas', 'done', 'p1', 'm', 'app patrons', 27, 6],
  ['Count how long holds take', 'From placing to ready, per title and per branch. Jonas needs it for the goal.', 'jonas', 'done', 'p0', 's', 'chore', 29, 1],
  ['Sort the letters about waiting', 'Read a month of letters, and say what people ask about waiting, with how many of each.', 'otter', 'done', 'p2', 's', 'patrons', 28, 1, '212 letters, of which 119 are about waiting. “When?” is asked by 74, “why so long?” by 29, the rest ask to be taken out of a queue.'],
  ['Answers that are written again and again', 'The twenty questions that make most letters, with an answer each that Ruth can send with one change.', 'otter', 'done', 'p2', 'm', 'patrons', 25, 2, 'Twenty answers, each under ninety words. They cover 61 of 100 letters of last month.'],
  ['Books that nobody picks up go on after two days', 'Five days is what the rule says; it is from a time when people came by tram.', 'samir', 'done', 'p1', 's', 'patrons', 20, 4],
  ['Extra licences for the town read', 'Forty copies for two months, from the budget for outreach.', 'samir', 'done', 'p1', 'xs', 'licences outreach', 18, 3],
  ['Holds for a whole family', 'A parent places a hold for a child, and sees it in one list.', 'aiko', 'done', 'p2', 'l', 'app', 24, 9],
  ['Say thank you when a book comes back early', 'One sentence, once. No points, no badges.', 'aiko', 'done', 'p3', 'xs', 'app idea', 15, 2],
  ['Which holds will never be filled?', 'Titles that no vendor sells any more, with people in their queues.', 'otter', 'done', 'p2', 's', 'licences', 13, 1, '17 titles, 43 patrons. For eleven there is another edition; the list says which.'],
  ['Letters of Monday morning', 'Forty letters wait each Monday. Sort them by what they need, so that Ruth begins with what is quick.', 'otter', 'done', 'p1', 's', 'patrons', 9, 1, '43 letters: 26 are answered by a text of the twenty, 12 need a look-up, 5 need a person.'],
  ['Pause a hold during holidays', 'Keep the place, and let others go first until a day.', 'jonas', 'done', 'p2', 'm', 'app', 17, 6],
  ['A page that says what a hold is', 'For people who come from other libraries, where it is called a reservation.', 'quill', 'done', 'p3', 'xs', 'patrons', 12, 1, 'One page, 180 words, with a picture of a shelf. It uses the word of the other libraries once.'],
  ['Fines for books that were never ready', 'Seven patrons were charged for books that they could not pick up.', 'ruth', 'done', 'p0', 'xs', 'bug patrons', 8, 1],
  ['Text messages twice', 'Whoever has two cards gets each message twice.', 'jonas', 'done', 'p2', 's', 'bug app', 11, 2],
  ['Let the branch desk see a queue', 'Position and names, for the desk alone; patrons see their own place.', 'jonas', 'in_progress', 'p2', 'm', 'app privacy', 7, 0, null, 4],
  ['Ask five patrons about the waiting range', 'Show both sketches, and ask what they would do. Ruth knows whom to ask.', 'ruth', 'in_progress', 'p2', 's', 'patrons', 5, 0, null, -1],
  ['Licences that end while somebody waits', 'Eleven end next month. Renew, or tell the people in the queue.', 'samir', 'in_progress', 'p1', 's', 'licences', 6, 0, null, 3],
  ['Calendar of pick-up days for the bookmobile', 'Waits for the new route, which the town decides.', 'ruth', 'waiting', 'p3', 's', 'outreach', 10, 2, 'The town decides the new route on the first of next month.'],
  ['Read what people wrote about the waiting range', 'Answers of the five come as notes. Say what they have in common, and keep their words.', 'otter', 'todo', 'p2', 's', 'patrons', 1, 0, null, 2],
  ['Draft the sign for the shelf of quick loans', 'One for each branch, in four languages, for a shelf where nobody waits.', 'otter', 'todo', 'p3', 'xs', 'outreach', 2, 0, null, 6],
  ['Letters that came back', 'Sixty addresses are wrong. Find the ones that are only misspelt.', 'otter', 'todo', 'p2', 's', 'patrons chore', 2, 0, null, 3],
  ['Answers for the new opening hours', 'Which of the twenty answers name the old hours? Change them.', 'otter', 'todo', 'p1', 'xs', 'patrons', 4, 0, null, -2],
  ['Summary of the month for the town council', 'Half a page: loans, waiting, what patrons said. No jargon.', 'otter', 'todo', 'p2', 's', 'outreach', 1, 0, null, 4],
  ['Move holds between branches by one tap', 'When the book is at the desk where the patron is.', 'jonas', 'todo', 'p2', 'm', 'app', 9, 0, null, 12],
  ['Show the queue of a title to whoever buys', 'Samir buys by queues; he counts them by hand.', 'samir', 'todo', 'p2', 's', 'licences', 8, 0, null, 9],
  ['Try two-day pick-up at the south branch', 'For a month, with a box at the door.', 'ruth', 'todo', 'p3', 's', 'outreach idea', 6, 0],
  ['One list for loans, holds and renewals', 'Three pages today, and everybody looks at the wrong one first.', 'aiko', 'todo', 'p1', 'l', 'app', 5, 0, null, 14],
  ['Forget who has read what', 'After a return nothing says who had the book, but for whoever asks to keep a list.', 'jonas', 'backlog', 'p1', 'm', 'privacy app', 22, 0],
  ['Holds by voice at the desk telephone', 'For patrons who call. There are forty of them, and they call every week.', null, 'backlog', 'p3', 'l', 'idea patrons', 19, 0],
  ['Lend reading lamps and magnifiers', 'As books are lent, with a queue.', null, 'backlog', 'p3', 'm', 'idea outreach', 16, 0],
  ['Which books should we buy twice?', 'From queues and returns of a year.', null, 'backlog', 'p2', 's', 'licences idea', 13, 0],
  ['Points for returning early', 'A game, in short.', 'aiko', 'canceled', 'p3', 'm', 'idea', 21, 4, 'People said at the desk that a library should not keep score.'],
  ['A waiting list on paper at each branch', 'For days on which the app is away.', 'ruth', 'canceled', 'p3', 'xs', 'outreach', 14, 2, 'The printed queue is out of date an hour later; the desk has the telephone of Jonas instead.'],
]);

// biome-ignore format: a table
const READER = table('reader', [
  ['Turn pages by keyboard', 'Space, arrows, Page Down; and nothing is stolen from the browser.', 'aiko', 'done', 'p1', 's', 'accessibility app', 29, 4],
  ['Say the number of the page after it turns', 'Politely, and not while somebody turns ten pages.', 'aiko', 'done', 'p1', 's', 'accessibility', 17, 3],
  ['Headings for chapters', 'A screen reader jumps by them. Half of our books have none.', 'jonas', 'done', 'p1', 'm', 'accessibility app', 25, 5],
  ['Check all pages by axe', 'Each page in both themes; what is found becomes a task.', 'beacon', 'done', 'p1', 's', 'accessibility', 27, 1, '31 pages, 118 findings of 9 kinds; contrast is half of them. Each kind is a task in the backlog.'],
  ['Focus that can be seen', 'On paper, on sepia and in the dark.', 'beacon', 'done', 'p1', 's', 'accessibility', 22, 1, 'A ring of two colors, which shows on all three papers. 44 controls were looked at one by one.'],
  ['Walk through a loan by VoiceOver', 'From the search to the return, with a recording of what is said.', 'beacon', 'done', 'p1', 'm', 'accessibility', 14, 1, '34 steps. Three say nothing useful: the cover, the slider of the chapter, and “more”.'],
  ['Walk through a loan by NVDA', 'The same, on the machine of the north branch.', 'beacon', 'done', 'p1', 'm', 'accessibility', 10, 1, 'The same 34 steps; the three are fixed. The slider says its chapter now.'],
  ['Three patrons try it without help', 'Ruth invites, Aiko watches and says nothing.', 'aiko', 'done', 'p0', 'm', 'accessibility patrons', 12, 6],
  ['Large covers on small screens', 'Covers push the text out of the page on telephones.', 'aiko', 'done', 'p2', 's', 'app bug', 21, 3],
  ['Keep the place in a book on two devices', 'Whichever was read last, and it asks before it jumps.', 'jonas', 'done', 'p2', 'l', 'app', 26, 8],
  ['A font for people who confuse letters', 'Two to choose from. Not the default.', 'aiko', 'done', 'p2', 's', 'accessibility', 16, 4],
  ['Words of the reader in Spanish', 'All 240 of them, read by Ruth.', 'quill', 'done', 'p2', 's', 'outreach', 19, 1, '240 texts. “Hold” is *reserva*, as at the desk.'],
  ['Words of the reader in Arabic', 'And the page from right to left, which is Aiko’s part.', 'quill', 'done', 'p2', 's', 'outreach', 15, 1, '240 texts, read by Samir. Seven are longer than their buttons.'],
  ['Pages from right to left', 'The whole reader, its slider and its keys included.', 'aiko', 'done', 'p1', 'm', 'app', 14, 6],
  ['Quotations that run out of the page', 'On narrow screens, with the large font.', 'jonas', 'done', 'p2', 'xs', 'bug app', 7, 1],
  ['Button for large letters', 'Beside “Contents” and “Search”, as soon as it has a name.', 'aiko', 'in_progress', 'p2', 's', 'accessibility app', 6, 0, null, 5],
  ['Pictures with descriptions', 'The publishers send them, and we throw them away.', 'jonas', 'in_progress', 'p2', 'm', 'accessibility', 4, 0, null, 8],
  ['Contract for the voice', 'Waits for the signature of the town.', 'samir', 'waiting', 'p2', 'xs', 'licences', 13, 4, 'Signed by us. The town’s lawyer reads it until the end of the month.'],
  ['Read a chapter aloud', 'By the voice of the device, and by ours where there is none.', 'jonas', 'todo', 'p2', 'l', 'accessibility app', 11, 0, null, 20],
  ['Dark theme that follows the system', 'And stays as it was chosen, where somebody has chosen.', 'aiko', 'todo', 'p2', 's', 'app', 8, 0, null, 10],
  ['Contrast of notes and quotations', 'Found by Beacon: 3.8 to 1 on sepia.', 'beacon', 'todo', 'p2', 'xs', 'accessibility bug', 9, 0, null, 9],
  ['Check the reader in forced colors', 'Windows machines of the branches are set so for two patrons.', 'beacon', 'todo', 'p2', 's', 'accessibility', 7, 0, null, 9],
  ['Names for all buttons of the player', 'Five say “button”.', 'beacon', 'todo', 'p1', 'xs', 'accessibility bug', 7, 0, null, 6],
  ['Words of the reader in Ukrainian', 'All 240 of them; Olena reads them.', 'quill', 'todo', 'p2', 's', 'outreach', 5, 0, null, 8],
  ['Show how to hold a book by ear', 'A page of pictures and a minute of sound, for the branches.', 'aiko', 'todo', 'p3', 's', 'outreach accessibility', 4, 0],
  ['Lines that can be followed', 'A ruler that moves with the reading; people ask for it who lose the line.', null, 'backlog', 'p2', 's', 'accessibility idea', 18, 0],
  ['Notes in the margin', 'That stay with the patron and not with the book.', null, 'backlog', 'p3', 'l', 'app idea', 23, 0],
  ['Read without a network', 'For trains and for the bookmobile. The licences allow three days.', 'jonas', 'backlog', 'p1', 'xl', 'app', 20, 0],
  ['Comics, panel by panel', 'With descriptions, if there are any.', null, 'backlog', 'p3', 'l', 'idea accessibility', 12, 0],
  ['Slower voice', 'Asked for by one of the three patrons; it is a setting of the system, which nobody finds.', 'aiko', 'backlog', 'p3', 'xs', 'accessibility', 5, 0],
  ['A reader of our own for old televisions', 'Some homes have nothing else.', null, 'canceled', 'p3', 'xl', 'idea app', 24, 3, 'There are four such homes; Ruth brings them a tablet.'],
  ['Check the reader against the old contrast rules', 'Before the new ones came out.', 'beacon', 'canceled', 'p2', 's', 'accessibility', 8, 1, 'The new rules replace them.'],
]);

// biome-ignore format: a table
const CATALOGUE = table('catalogue', [
  ['What is a complete record?', 'Four fields, agreed by all five branches, on one page.', 'samir', 'done', 'p0', 's', 'catalogue', 30, 1],
  ['Count complete records twice a week', 'The same way each time, so that the numbers can be compared.', 'wren', 'done', 'p0', 's', 'catalogue', 29, 1, 'A script of 40 lines. The first count: 58.4 %.'],
  ['Years that lie in the future', '83 books will be published in 2919.', 'wren', 'done', 'p2', 'xs', 'catalogue bug', 28, 1, 'All 83 are 1919. The vendor has been told.'],
  ['Languages of 4,000 old records', 'The field is empty; the first page of each book says it.', 'wren', 'done', 'p1', 'm', 'catalogue', 26, 2, '3,961 are named. 39 are in two languages, and are on Samir’s list.'],
  ['Descriptions from the audiobook feed', 'The vendor has them, under another name.', 'wren', 'done', 'p1', 's', 'catalogue', 23, 1, '2,870 descriptions. Eleven were advertisements and were left out.'],
  ['One way to write a name', '“Le Guin, Ursula K.” is there in six ways.', 'wren', 'done', 'p1', 'l', 'catalogue', 21, 2, '1,906 authors are written one way now; the old ways still find them.'],
  ['Records without an author', 'Anonymous, unknown and forgotten are three different things.', 'wren', 'done', 'p2', 'm', 'catalogue', 18, 2, '512 records: 140 anonymous, 88 unknown, and 284 had been forgotten.'],
  ['900 new records without a year', 'They came in on Thursday. Ask the vendor, and fill in what can be found.', 'wren', 'done', 'p0', 's', 'catalogue bug', 16, 1, '871 years were on the title pages. The vendor will send the year from now on.'],
  ['Local history: who knows the dates?', 'Two hundred booklets without a year. Ruth knows somebody at the archive.', 'ruth', 'done', 'p2', 'm', 'catalogue outreach', 19, 7],
  ['Series in their order', 'Volume 10 stands before volume 2.', 'jonas', 'done', 'p2', 's', 'bug catalogue', 15, 2],
  ['Search that forgives accents', '“Marquez” should find “Márquez”.', 'jonas', 'done', 'p1', 's', 'app catalogue', 13, 3],
  ['Descriptions of the reading circle’s books', 'Twenty-four books, each in three sentences.', 'wren', 'done', 'p2', 's', 'catalogue', 12, 1, '24 descriptions; the circle has changed five of them, for the better.'],
  ['Covers for self-published books', 'A plain one, in the color of the shelf.', 'aiko', 'done', 'p3', 's', 'catalogue', 14, 4],
  ['Words that hurt in old subject headings', 'A list of what is there, with what other libraries say today.', 'wren', 'done', 'p1', 'm', 'catalogue', 10, 1, '61 headings on 740 records. For 48 there is a word that most libraries use; 13 are for people to decide.'],
  ['Decide on thirteen headings', 'Those of Wren’s list that have no usual word.', 'samir', 'done', 'p1', 's', 'catalogue', 8, 3],
  ['Put the new headings in place', '48 and 13, with the old ones still found.', 'wren', 'done', 'p1', 's', 'catalogue', 4, 1, '740 records carry the new headings. A search for an old one finds them, and says so.'],
  ['Talk to the vendor about its feed', 'Three shapes in two years. A test that tells us on the first day would do.', 'samir', 'in_progress', 'p1', 'm', 'licences catalogue', 9, 0, null, 6],
  ['Test each delivery of the feed', 'Before it comes in: fields, years, languages, and whether it is half as long as the last.', 'jonas', 'in_progress', 'p2', 'm', 'catalogue', 5, 0, null, 7],
  ['Poems: by the poet or by the book?', 'Waits for the catalogue meeting of the five branches.', 'samir', 'waiting', 'p3', 'xs', 'catalogue', 11, 3, 'On the list for the meeting of the five branches next week.'],
  ['Picture books in two languages', 'Both languages in the record, and found by either.', 'wren', 'todo', 'p1', 's', 'catalogue', 2, 0, null, 2],
  ['Thirty-nine records in two languages', 'From Samir’s list: which comes first?', 'wren', 'todo', 'p2', 'xs', 'catalogue', 3, 0, null, 5],
  ['Descriptions of local history', 'The 140 booklets that have a date by now.', 'wren', 'todo', 'p1', 'm', 'catalogue', 2, 0, null, 4],
  ['Withdrawn books that are still listed', 'The branches have given them away; the catalogue lends them.', 'wren', 'todo', 'p2', 's', 'catalogue bug', 1, 0, null, 3],
  ['Publishers who changed their names', 'So that one publisher is one publisher.', 'wren', 'todo', 'p3', 'm', 'catalogue', 1, 0, null, 9],
  ['Shelf marks for audiobooks', 'There is no shelf, but people ask where it would stand.', 'samir', 'todo', 'p3', 's', 'catalogue idea', 7, 0],
  ['Let patrons report a wrong record', 'A button, a sentence, and an answer when it is put right.', 'jonas', 'todo', 'p2', 'm', 'app catalogue', 6, 0, null, 15],
  ['Print the list of what was merged', 'For the five desks, where nobody reads files.', 'ruth', 'todo', 'p3', 'xs', 'chore', 4, 0, null, 2],
  ['A day on which everybody mends ten records', 'With cake.', 'ruth', 'backlog', 'p3', 's', 'outreach idea', 15, 0],
  ['Reading ages from three sources', 'They never agree. Show all three, or none?', null, 'backlog', 'p2', 's', 'catalogue idea', 12, 0],
  ['Give our records to the national catalogue', 'They take them when 95 of 100 are complete.', 'samir', 'backlog', 'p2', 'l', 'catalogue', 27, 0],
  ['Music scores', 'Another four fields, another four thousand records.', null, 'backlog', 'p3', 'xl', 'catalogue', 25, 0],
  ['Ask authors of the town for a description', 'There are eleven, and they all come to the library.', 'ruth', 'backlog', 'p3', 's', 'outreach idea', 9, 0],
  ['Descriptions by the vendor’s robot', 'It offers to write all of them at once.', 'samir', 'canceled', 'p2', 's', 'catalogue licences', 22, 2, 'It describes books that do not exist, very well.'],
]);

export const PLAIN: readonly PlainTask[] = [...CATALOGUE, ...READER, ...HOLDS].toSorted(
  (a, b) => b.born - a.born,
);

/** Each project's creator of tasks, who also reviews the agents' results. */
export const LEADS: Readonly<Record<Key, Who>> = { holds: 'mira', reader: 'aiko', catalogue: 'samir' };

/** Weekly tasks, with their agents and the texts of their results. */
export const WEEKLY = [
  {
    title: 'Sweep of the catalogue, week',
    text: 'New records of the week: complete what can be completed, and list the rest.',
    project: 'catalogue',
    to: 'wren',
    labels: ['catalogue', 'chore'],
    came: 'New records of the week are complete, but for the few that are listed in the task of local history.',
    tokens: 260_000,
  },
  {
    title: 'What patrons wrote, week',
    text: 'A page: what they asked for, what they liked, what went wrong. With their words.',
    project: 'holds',
    to: 'otter',
    labels: ['patrons'],
    came: 'One page, with twelve quotations. Waiting is asked for less than the week before; opening hours more.',
    tokens: 140_000,
  },
  {
    title: 'Newsletter of week',
    text: 'Five new books, one old one, and what is on at the branches.',
    project: 'holds',
    to: 'quill',
    labels: ['outreach'],
    came: 'Sent to the printer and to 3,100 mailboxes.',
    tokens: 90_000,
  },
] as const;
