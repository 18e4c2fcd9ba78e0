/** The chat suggestion that makes an agent create a task. */
export const MAKE_TASK = 'Make the task';

/** The agents' answers to the other suggestions of the story (story/chats.ts). */
export const SAID: Readonly<Record<string, string>> = {
  'Write the half page':
    'Here it is, in 96 words:\n\n> In this month 18,400 books were borrowed by 3,120 people. Whoever placed a hold waited eleven days, after sixteen in spring: books with long queues are lent for two weeks now, and those that nobody picks up go on after two days. Nine of ten letters were answered within four hours. For the first time somebody who cannot see borrowed a book, read it and returned it, and asked nobody for help. What we would do next, if there were money for it, is a reader that works on the bookmobile, where there is no network for two hours at a time.',
  'Put the catalogue in after all':
    'Then in one sentence, and as what it means to a reader:\n\n> Of every hundred books, ninety-two now say what they are about; six weeks ago it was fifty-eight.',
  'What did patrons say in their own words?':
    'The four above are those that may be quoted. There is a fifth, from a child, who was not asked yet:\n\n> “The owl book should be two books.”',
  'Which numbers can we prove?':
    'The days of waiting, the letters within four hours, and the loan without help: all three are counted, and the counts are at their goals.',
  'Do the withdrawn ones first':
    'They are first on my list already. I need an hour for the 590, and tell you in the task when they are gone.',
  'Show me how you count':
    'By the four fields of *What is a complete record?*, Tuesdays and Fridays at four, always by the same query. The last twelve counts stand at the goal.',
  'What about Dr. No?':
    '“Dr. No” ends no sentence, nor does “St. Ives”. It does so in *“He was a doctor. No one knew.”*, and there the function is right as well. I have tried 200 of them: two were wrong, both poems.',
};
