import type { Task } from '@tandem/client';
import { memo } from 'react';
import { texts } from '../../../app/texts/index.ts';
import { Ago } from '../../../ui/time.tsx';
import styles from './card.module.css';
import type { Drag } from './drag.ts';

interface CardProps {
  readonly task: Task;
  readonly drag: Drag;
}

/** A task in short: what it is, whose it is, what is in its way, and who really holds it. */
export const Card = memo(function Card({ task, drag }: CardProps) {
  const { taskNumber, title, priority, labels, assignedTo, blocked, claim } = task;
  return (
    <article
      className={styles.card}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', `#${taskNumber} ${title}`);
        drag.begin(task);
      }}
      onDragEnd={drag.end}
      data-task={taskNumber}
    >
      <p className={styles.meta}>
        <span className={styles.number}>#{taskNumber}</span>
        {(priority === 'p0' || priority === 'p1') && (
          <span className={styles.priority} data-priority={priority}>
            {texts.priority[priority]}
          </span>
        )}
        {blocked && <span className={styles.blocked}>{texts.tasks.blocked}</span>}
      </p>
      <h3 className={styles.title}>
        <a href={`tasks/${taskNumber}`}>{title}</a>
      </h3>
      {labels.length > 0 && (
        <ul className={styles.labels}>
          {labels.map(({ id, name, color }) => (
            <li key={id} data-color={color}>
              {name}
            </li>
          ))}
        </ul>
      )}
      {(assignedTo || claim) && (
        <p className={styles.who}>
          {assignedTo && <span>{assignedTo}</span>}
          {claim && (
            <span className={styles.held}>
              {texts.tasks.heldBy(claim.agent.name)} · <Ago at={claim.progress?.at ?? claim.claimedAt} />
            </span>
          )}
        </p>
      )}
    </article>
  );
});
