import type { Task } from '@tandem/client';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { strings } from '../../../strings/index.ts';
import { LabelTag } from '../../../ui/label-tag.tsx';
import { Name } from '../../../ui/name.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { ClaimStatus } from '../claim-status.tsx';
import { DeferredTag } from '../deferred-tag.tsx';
import { DueTag } from '../due-tag.tsx';
import { MoveButton } from '../move-button.tsx';
import { usePerson } from '../people.ts';
import { Priority } from '../priority.tsx';
import { SelectBox } from '../select-box.tsx';
import { useIsSelected } from '../selection.ts';
import { useFocusOf } from '../use-task.ts';
import styles from './row.module.css';

interface RowProps {
  readonly task: Task;
  readonly lane: string;
  readonly showsStatus: boolean;
}

/** Labels that fit in a line. */
const MAX_LABELS = 3;

/** A task in one line. */
export const Row = memo(function Row({ task, lane, showsStatus }: RowProps) {
  const { taskNumber, title, priority, labels, assignedTo, blocked, status, project, waitingFor } = task;
  const assignee = usePerson(assignedTo);
  const isSelected = useIsSelected(taskNumber);
  const focus = useFocusOf(taskNumber, lane);
  return (
    <div className={styles.row} data-task={taskNumber} data-selected={isSelected || undefined}>
      <SelectBox task={task} lane={lane} selected={isSelected} />
      <span className={styles.number}>#{taskNumber}</span>
      <Link
        to="/tasks/$taskNumber"
        params={{ taskNumber: String(taskNumber) }}
        className={styles.title}
        data-opens
        {...focus}
      >
        {title}
      </Link>
      <span className={styles.about}>
        <ClaimStatus task={task} />
        {showsStatus && <Tag>{strings().status[status]}</Tag>}
        {waitingFor && waitingFor.kind !== 'other' && (
          <Tag tone="warn">{strings().tasks.waitsFor[waitingFor.kind]}</Tag>
        )}
        {blocked && <Tag tone="bad">{strings().tasks.blocked}</Tag>}
        <DueTag task={task} />
        <DeferredTag task={task} />
        {labels.slice(0, MAX_LABELS).map((label) => (
          <span key={label.id} className={styles.label}>
            <LabelTag label={label} />
          </span>
        ))}
        {project && <span className={styles.project}>{project.title}</span>}
      </span>
      <span className={styles.priority}>
        <Priority value={priority} />
      </span>
      <span className={styles.who}>{assignee && <Name name={assignee.text} agent={assignee.agent} />}</span>
      <MoveButton task={task} />
    </div>
  );
});
