import { useAssignable } from '../../../api/queries/members.ts';
import type { TaskNow } from '../../../api/queries/task.ts';
import { strings } from '../../../strings/index.ts';
import { MemberName } from '../../../ui/member-name.tsx';
import { SearchSelect } from '../../../ui/search-select.tsx';
import styles from './fields.module.css';
import { useEdit } from './save.ts';

interface AssigneeProps {
  readonly task: TaskNow;
  readonly may: boolean;
}

/** The assignee: a person, an agent, or no one. */
export function Assignee({ task: { taskNumber, assignedTo }, may }: AssigneeProps) {
  const members = useAssignable();
  const { mutate } = useEdit(taskNumber);
  const content =
    assignedTo === null ? (
      <span data-empty>{strings().task.unassigned}</span>
    ) : (
      <MemberName name={assignedTo} />
    );
  if (!may) return <span className={styles.plain}>{content}</span>;
  const assign = (name: string) => {
    const next = name === '' ? null : name;
    mutate({ bodyOf: () => ({ assignedTo: next }), optimistic: { assignedTo: next } });
  };
  return (
    <SearchSelect
      label={strings().task.assignee}
      value={assignedTo ?? ''}
      onChange={assign}
      choices={[
        { value: '', text: strings().task.unassigned },
        ...members.map(({ name, displayName, type }) => ({
          value: name,
          text: displayName,
          detail: type === 'agent' ? strings().task.agent : strings().task.person,
        })),
      ]}
    >
      {content}
    </SearchSelect>
  );
}
