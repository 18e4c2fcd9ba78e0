import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './children-dialog.module.css';
import type { Question } from './children-question.ts';

/** Asks what happens to the open sub-tasks of a task that is canceled or archived. */
export function ChildrenDialog({ open, answer }: Question) {
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
