import { Link } from '@tanstack/react-router';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { X } from '../../../ui/icons.ts';
import { useKeys } from '../../../ui/keys.ts';
import { PagePart } from '../../../ui/page.tsx';
import { TaskByNumber } from '../task/task-page.tsx';
import styles from './peek.module.css';

interface PeekProps {
  readonly taskNumber: number;
  readonly onClose: () => void;
}

/** A task beside the view that it was opened from, or over it on a narrow screen. */
export function Peek({ taskNumber, onClose }: PeekProps) {
  const words = strings().tasks.peek;
  useKeys([{ key: 'escape', text: words.close, act: onClose }]);
  return (
    <aside className={styles.peek} aria-label={words.of(taskNumber)}>
      <div className={styles.bar}>
        <Link to="/tasks/$taskNumber" params={{ taskNumber: String(taskNumber) }}>
          {words.open}
        </Link>
        <Button icon aria-label={words.close} onClick={onClose}>
          <X />
        </Button>
      </div>
      <PagePart value>
        <TaskByNumber key={taskNumber} taskNumber={taskNumber} />
      </PagePart>
    </aside>
  );
}
