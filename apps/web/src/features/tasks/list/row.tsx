import type { Task } from '@tandem/client';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, memo } from 'react';
import { strings } from '../../../strings/index.ts';
import { ChevronRight } from '../../../ui/icons.ts';
import { LabelTags } from '../../../ui/label-tag.tsx';
import { Name } from '../../../ui/name.tsx';
import { StatusIcon } from '../../../ui/status-icon.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { ChildProgress } from '../child-progress.tsx';
import { ClaimStatus } from '../claim-status.tsx';
import { DeferredTag } from '../deferred-tag.tsx';
import { DueTag } from '../due-tag.tsx';
import type { Group } from '../groups.ts';
import { MoveButton } from '../move-button.tsx';
import { usePerson } from '../people.ts';
import { PriorityIcon } from '../priority.tsx';
import { SelectBox } from '../select-box.tsx';
import { useIsSelected } from '../selection.ts';
import { useTaskActions, useTaskLink } from '../use-task.ts';
import styles from './row.module.css';

interface RowProps {
  readonly task: Task;
  readonly group: Group;
  /** Can be dragged, in the manual order. */
  readonly isMovable: boolean;
  /** How deep it stands below an unfolded task. */
  readonly depth: number;
  readonly showsStatus: boolean;
  readonly isUnfolded: boolean;
  readonly onFold: (taskNumber: number) => void;
}

/** A task in one line. */
export const Row = memo(function Row(props: RowProps) {
  const { task, group, isMovable, depth, showsStatus, isUnfolded, onFold } = props;
  const { taskNumber, title, priority, labels, assignedTo, blocked, status, project, waitingFor, children } =
    task;
  const assignee = usePerson(assignedTo);
  const isSelected = useIsSelected(taskNumber);
  const link = useTaskLink(taskNumber, group.key);
  const actions = useTaskActions();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragged by the pointer; keys move it as well.
    <div
      className={styles.row}
      draggable={isMovable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', `#${taskNumber} ${title}`);
        actions.begin(task, group);
      }}
      onDragEnd={actions.end}
      data-task={taskNumber}
      data-selected={isSelected || undefined}
    >
      <SelectBox task={task} lane={group.key} selected={isSelected} />
      <span className={styles.priority} title={strings().priority[priority]}>
        <PriorityIcon value={priority} />
        <span className="visually-hidden">{strings().priority[priority]}</span>
      </span>
      <span className={styles.number}>#{taskNumber}</span>
      <span className={styles.title} style={{ '--depth': depth } as CSSProperties}>
        {children.total > 0 && (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={isUnfolded}
            aria-label={strings().subtasks.of(taskNumber)}
            onClick={() => onFold(taskNumber)}
          >
            <ChevronRight />
          </button>
        )}
        {showsStatus && (
          <span className={styles.status} title={strings().status[status]}>
            <StatusIcon status={status} />
            <span className="visually-hidden">{strings().status[status]}</span>
          </span>
        )}
        <Link
          to="/tasks/$taskNumber"
          params={{ taskNumber: String(taskNumber) }}
          draggable={false}
          data-opens
          {...link}
        >
          {title}
        </Link>
      </span>
      <span className={styles.about}>
        <ClaimStatus task={task} />
        <ChildProgress task={task} />
        {waitingFor && waitingFor.kind !== 'other' && (
          <Tag tone="warn">{strings().tasks.waitsFor[waitingFor.kind]}</Tag>
        )}
        {blocked && <Tag tone="bad">{strings().tasks.blocked}</Tag>}
        <DueTag task={task} />
        <DeferredTag task={task} />
        {labels.length > 0 && (
          <span className={styles.labels}>
            <LabelTags labels={labels} />
          </span>
        )}
        {project && <span className={styles.project}>{project.title}</span>}
      </span>
      <span className={styles.who}>
        {assignee && <Name name={assignee.text} agent={assignee.agent} emoji={assignee.emoji} />}
      </span>
      <MoveButton task={task} />
    </div>
  );
});
