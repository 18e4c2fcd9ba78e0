/** An agent's question to a person, in the format of the last line of a worker's command. */
export interface Question {
  readonly kind: 'choice' | 'text' | 'approval';
  readonly text: string;
  readonly options?: readonly { readonly id: string; readonly text: string; readonly consequence: string }[];
}

/** By the title of the task. */
export const QUESTIONS: Readonly<Record<string, Question>> = {
  'Publishers who changed their names': {
    kind: 'choice',
    text: 'Harbourlight bought Harbor & Sons, and printed on under the old name for six years. Which name do these **38 books** get?',
    options: [
      {
        id: 'printed',
        text: 'The one that is printed in the book',
        consequence: 'One publisher stays two. Whoever has the book in hand finds it.',
      },
      {
        id: 'today',
        text: 'The one of today',
        consequence: 'One publisher is one. The search says what it was called then.',
      },
    ],
  },
  'Summary of the month for the town council': {
    kind: 'approval',
    text: 'May I quote a patron by name? Mrs. Adeyemi has said yes to Ruth; the council’s papers are public.\n\n> “A date is a promise. A range is a weather report, and I believe those.”',
  },
};

/** For tasks that users create while the demo runs. */
export const ANY_QUESTION: Question = {
  kind: 'text',
  text: 'Before I go on: by what would you see that this is done well? **One sentence** is enough; I put it into the result.',
};
