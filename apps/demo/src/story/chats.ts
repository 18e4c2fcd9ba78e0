import type { Key, When, Who } from './notation.ts';

/** A conversation of the host with an agent. */
export interface StoryChat {
  readonly with: Who;
  readonly title: string;
  readonly archivedAt?: When;
  readonly turns: readonly Turn[];
}

/** A message of the host, and the agent's answer after some seconds. */
type Turn = readonly [
  at: When,
  message: string,
  seconds: number,
  answer: string,
  suggestions?: readonly string[],
  file?: Key,
];

// biome-ignore format: a question or an answer a line
export const CHATS: readonly StoryChat[] = [
  { with: 'otter', title: 'The month, for the council', turns: [
    ['1d 10:12', 'The council wants half a page about the month. What would you put in? These are the minutes of the desks.',
      9, 'Three things that people outside of the library understand at once:\n\n1. **Waiting is shorter**: a hold took 16 days in spring, and takes 11 now.\n2. **Answers are faster**: nine of ten letters within four hours.\n3. **Somebody who cannot see borrowed a book alone**, for the first time.\n\nI would leave the catalogue out, although it was the most work: nobody notices a record that is complete.',
      ['Write the half page', 'Which numbers can we prove?', 'Put the catalogue in after all'], 'minutes'],
    ['1d 10:15', 'Which numbers can we prove?',
      7, 'All three, with where they come from:\n\n| number | from | last counted |\n| --- | --- | --- |\n| 16.4 → 11.2 days | loans of the last four weeks | by Jonas, this week |\n| 92 % within four hours | 188 letters in ten days | this week |\n| one loan from search to return | three patrons, watched by Aiko | last week |\n\nThe second one still waits for you to **confirm the goal**.',
      ['Write the half page', 'What did patrons say in their own words?']],
    ['90m', 'What did patrons say in their own words?',
      8, 'These four are short enough, and their writers agreed to be quoted:\n\n> “I have waited nineteen days for a book about patience.”\n\n> “My mother is ninety and has read four books since the letters became big.”\n\n> “You answered before my tea was cold.”\n\n> “Why is there no button for *I have changed my mind*?”\n\nThe last one is a good question. Shall I make a task of it, in the backlog?',
      ['Make the task', 'Write the half page']],
  ] },
  { with: 'wren', title: 'Which records are left?', turns: [
    ['2d 14:02', 'We are at 92 %. Which records are left, and what would bring us to 95?',
      11, 'Of 41,300 records **3,180 are not complete**. This is what they lack:\n\n| kind | records | lacks mostly |\n| --- | ---: | --- |\n| local history | 1,410 | description |\n| picture books in two languages | 620 | language |\n| withdrawn, still listed | 590 | they should go |\n| all others | 560 | year |\n\nThe withdrawn ones need no description, only somebody who takes them out. Together with the picture books that is **95.2 %**.',
      ['Do the withdrawn ones first', 'Show me how you count']],
    ['2d 14:06', 'Show me how you count',
      6, 'Four fields, and a description of at least two sentences:\n\n```sql\nselect count(*) filter (\n         where author is not null and year between 1450 and 2100\n           and language is not null\n           and array_length(sentences(description), 1) >= 2\n       ) * 100.0 / count(*) as complete\n  from records\n where withdrawn_at is null;\n```\n\n`sentences` is the function of the full-text index, so that “Dr. No” is one sentence.',
      ['Do the withdrawn ones first', 'What about Dr. No?']],
    ['2d 14:09', 'Do the withdrawn ones first',
      5, 'Good. I have put *Withdrawn books that are still listed* before the others; the branches’ lists are all I need for it.'],
  ] },
  { with: 'quill', title: 'A headline for the snowed-in bookmobile', archivedAt: '3d 12:00', turns: [
    ['4d 11:30', 'We need a headline for the bookmobile that was snowed in. Nothing about “adventure”, please.',
      6, 'Three, from plain to less plain:\n\n- **Nine hours, forty books, one thermos**\n- **The library came, and stayed**\n- **Snowed in with everything there is to read**',
      ['The second', 'Three more']],
    ['4d 11:33', 'The second',
      3, 'Then it is *The library came, and stayed*. I have put it above the story in all four languages.'],
  ] },
];

/**
 * Questions that other members ask an agent on working days, in rotation. The host cannot see these chats, but their
 * usage counts.
 */
export interface DailyChat {
  readonly person: Who;
  readonly agent: Who;
  /** Minutes after 8:00. */
  readonly minute: number;
  /** Tokens on an ordinary day. */
  readonly tokens: number;
  readonly turns: readonly (readonly [question: string, answer: string])[];
}

// biome-ignore format: a question and its answer a line
export const DAILY_CHATS: readonly DailyChat[] = [
  { person: 'ruth', agent: 'otter', minute: 35, tokens: 260_000, turns: [
    ['What came in over night?', 'Fourteen letters. Nine are answered by a text of the twenty; the drafts are in the folder.'],
    ['Anything that cannot wait?', 'One: a patron has to return a tablet before an operation, and asks for a week more.'],
    ['Which answers did people write back to?', 'Two of eleven. Both ask again for a date, in other words.'],
    ['Sort yesterday’s, please', 'Done: 17 by what they need. Three need you.'],
  ] },
  { person: 'samir', agent: 'wren', minute: 70, tokens: 410_000, turns: [
    ['How many new records?', '212 since yesterday. 190 are complete, 22 lack a year.'],
    ['Did the feed come?', 'It came at four, and it is as long as usual.'],
    ['Show me ten that you are not sure of', 'They are in the list “unsure”. Six of them are about the author’s name.'],
    ['What was the hardest one?', 'A songbook with two title pages that do not agree. I have kept both.'],
  ] },
  { person: 'aiko', agent: 'beacon', minute: 15, tokens: 150_000, turns: [
    ['Anything new in last night’s build?', 'Two findings: a button without a name in the player, and a contrast of 4.1 to 1 in the notes.'],
    ['And the dark theme?', 'Nothing new. The three of last week are fixed.'],
    ['Which page is the worst?', 'The account: eleven findings, of which eight are the same one.'],
  ] },
  { person: 'jonas', agent: 'quill', minute: 190, tokens: 70_000, turns: [
    ['Release note, two sentences', 'You can renew a loan from the list, with one tap. It is free while nobody waits.'],
    ['Shorter?', 'Renew with one tap.'],
    ['The same in Spanish', '*Renueve con un toque.*'],
  ] },
];
