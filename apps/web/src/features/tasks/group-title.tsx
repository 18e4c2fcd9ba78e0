import { LabelDot } from '../../ui/label-tag.tsx';
import { Name } from '../../ui/name.tsx';
import { StatusIcon } from '../../ui/status-icon.tsx';
import styles from './group-title.module.css';
import type { Group } from './groups.ts';
import { PriorityIcon } from './priority.tsx';

/** The title of a column or a section, with the sign of its status, priority, label or assignee. */
export function GroupTitle({ group: { title, person, status, priority, label } }: { readonly group: Group }) {
  if (person) return <Name name={title} agent={person.agent} emoji={person.emoji} />;
  return (
    <span className={styles.title}>
      {status && <StatusIcon status={status} />}
      {priority && <PriorityIcon value={priority} />}
      {label && <LabelDot color={label.color} />}
      {title}
    </span>
  );
}
