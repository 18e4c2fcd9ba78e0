import type { Task } from '@tandem/client';
import { Link } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { serverNow } from '../../../api/clock.ts';
import { strings } from '../../../strings/index.ts';
import { LabelTags } from '../../../ui/label-tag.tsx';
import { Avatar } from '../../../ui/name.tsx';
import { StatusIcon } from '../../../ui/status-icon.tsx';
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
import { useTaskActions, useTaskLink } from '../use-task.ts';
import { WaitingReason } from '../waiting-reason.tsx';
import styles from './card.module.css';

/** A card that is rendered this soon after a change has been created or moved here. */
const ARRIVED_MS = 2_000;

interface CardProps {
  readonly task: Task;
  readonly group: Group;
  /** The column already shows it, so the card doesn't repeat it. */
  readonly byStatus: boolean;
}

/** A task card: number and title, and one line of signs, labels and the assignee. */
export const Card = memo(function Card({ task, group, byStatus }: CardProps) {
  const { taskNumber, title, priority, labels, assignedTo, blocked, status } = task;
  const actions = useTaskActions();
  const assignee = usePerson(group.person ? null : assignedTo);
  const isSelected = useIsSelected(taskNumber);
  const link = useTaskLink(taskNumber, group.key);
  const [hasArrived] = useState(() => serverNow() - Date.parse(task.updatedAt) < ARRIVED_MS);
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
      data-arrived={hasArrived || undefined}
    >
      <div className={styles.meta}>
        {!byStatus && <StatusIcon status={status} />}
        <span>#{taskNumber}</span>
        {!byStatus && <span>{strings().status[status]}</span>}
        {blocked && <Tag tone="bad">{strings().tasks.blocked}</Tag>}
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
          {...link}
        >
          {title}
        </Link>
      </h3>
      <WaitingReason task={task} />
      {hasFoot(task, assignee !== null) && (
        <div className={styles.foot}>
          {assignee && (
            <span className={styles.who} title={assignee.text}>
              <Avatar name={assignee.text} agent={assignee.agent} emoji={assignee.emoji} />
              <span className="visually-hidden">{assignee.text}</span>
            </span>
          )}
          <ClaimStatus bare task={task} />
          <Priority bare value={priority} />
          <DueTag task={task} />
          <DeferredTag task={task} />
          <ChildProgress task={task} />
          <LabelTags labels={labels} />
        </div>
      )}
    </article>
  );
});

const hasFoot = ({ priority, dueDate, notBefore, labels, children, claim }: Task, isAssigned: boolean) =>
  isAssigned ||
  priority !== 'p2' ||
  dueDate !== null ||
  notBefore !== null ||
  labels.length > 0 ||
  children.total > 0 ||
  claim !== null;
