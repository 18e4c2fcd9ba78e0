import { pageState, usePageState } from '../../state/page-state.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './ask-children.module.css';

/** What happens to the open sub-tasks of a task that is canceled or archived. */
export type ChildrenChoice = 'cancel' | 'detach';

interface Question {
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

/** The question, on any page. */
export function AskAboutChildren() {
  const asked = usePageState(question);
  if (!asked) return null;
  const { open, answer } = asked;
  return (
    <Dialog title={strings().subtasks.openChildren(open)} open onClose={() => answer(null)}>
      <p>{strings().subtasks.openChildrenHint}</p>
      <div className={styles.choices}>
        <Button onClick={() => answer(null)}>{strings().cancel}</Button>
        <Button onClick={() => answer('detach')}>{strings().subtasks.keepOpen}</Button>
        <Button danger onClick={() => answer('cancel')}>
          {strings().subtasks.cancelOpen}
        </Button>
      </div>
    </Dialog>
  );
}
