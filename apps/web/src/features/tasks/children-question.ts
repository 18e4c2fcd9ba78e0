import { pageState, usePageState } from '../../state/page-state.ts';

/** Asks about the open sub-tasks of a task that is canceled or archived. */
export type ChildrenChoice = 'cancel' | 'detach';

export interface Question {
  readonly open: number;
  readonly answer: (choice: ChildrenChoice | null) => void;
}

const question = pageState<Question | null>(() => null);

/** Asks what happens to open sub-tasks; null if the person changes their mind. */
export function askAboutChildren(open: number): Promise<ChildrenChoice | null> {
  question.get()?.answer(null);
  return new Promise((resolve) => {
    question.set({
      open,
      answer: (choice) => {
        question.set(null);
        resolve(choice);
      },
    });
  });
}

/** The open question, if there is one. */
export const useChildrenQuestion = (): Question | null => usePageState(question);
