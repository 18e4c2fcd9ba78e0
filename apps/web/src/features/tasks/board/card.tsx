import type { Task } from '@tandem/client';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { strings } from '../../../strings/index.ts';
import { LabelTag } from '../../../ui/label-tag.tsx';
import { Name } from '../../../ui/name.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { ChildProgress } from '../child-progress.tsx';
import { ClaimStatus } from '../claim-status.tsx';
import { DeferredTag } from '../deferred-tag.tsx';
import { DueTag } from '../due-tag.tsx';
import type { Group } from '../groups.ts';
import { MoveButton } from '../move-button.tsx';
import { usePerson } from '../people.ts';
import { Priority } from '../priority.tsx';
import { SelectBox } from '../select-box.tsx';
import { useIsSelected } from '../selection.ts';
import { useFocusOf, useTaskActions } from '../use-task.ts';
import { WaitingReason } from '../waiting-reason.tsx';
import styles from './card.module.css';

interface CardProps {
  readonly task: Task;
  readonly group: Group;
  /** The column already shows it, so the card doesn't repeat it. */
  readonly byStatus: boolean;
}

/** A task card: title, assignee, blockers, and lease. */
export const Card = memo(function Card({ task, group, byStatus }: CardProps) {
  const { taskNumber, title, priority, labels, assignedTo, blocked, status } = task;
  const actions = useTaskActions();
  const assignee = usePerson(group.person ? null : assignedTo);
  const isSelected = useIsSelected(taskNumber);
  const focus = useFocusOf(taskNumber, group.key);
  return (
    <article
      className={styles.card}
      draggable={actions.mayChange}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', `#${taskNumber} ${title}`);
        actions.begin(task, group);
      }}
      onDragEnd={actions.end}
      data-task={taskNumber}
      data-selected={isSelected || undefined}
    >
      <div className={styles.meta}>
        <span>#{taskNumber}</span>
        {!byStatus && <span>{strings().status[status]}</span>}
        <Priority value={priority} />
        {blocked && <Tag tone="bad">{strings().tasks.blocked}</Tag>}
        <ChildProgress task={task} />
        <DueTag task={task} />
        <DeferredTag task={task} />
        <span className={styles.tools}>
          <SelectBox task={task} lane={group.key} selected={isSelected} />
          <MoveButton task={task} />
        </span>
      </div>
      <h3 className={styles.title}>
        <Link
          to="/tasks/$taskNumber"
          params={{ taskNumber: String(taskNumber) }}
          draggable={false}
          data-opens
          {...focus}
        >
          {title}
        </Link>
      </h3>
      <WaitingReason task={task} />
      {labels.length > 0 && (
        <ul className={styles.labels}>
          {labels.map((label) => (
            <li key={label.id}>
              <LabelTag label={label} />
            </li>
          ))}
        </ul>
      )}
      {(assignee || task.claim) && (
        <div className={styles.who}>
          {assignee && <Name name={assignee.text} agent={assignee.agent} />}
          <ClaimStatus task={task} />
        </div>
      )}
    </article>
  );
});
