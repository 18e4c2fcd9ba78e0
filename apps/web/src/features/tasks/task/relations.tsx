import { RELATION_TYPES, type Relation } from '@tandem/client';
import type { TaskNow } from '../../../api/queries/task.ts';
import { tandem } from '../../../api/tandem.ts';
import { type Strings, strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../../ui/change.ts';
import { X } from '../../../ui/icons.ts';
import { Section } from '../../../ui/section.tsx';
import { StatusName } from '../../../ui/status-icon.tsx';
import { TaskLink } from '../task-link.tsx';
import { AddRelation } from './add-relation.tsx';
import styles from './relations.module.css';

type Kind = keyof Strings['task']['relation'];

const KINDS: readonly Kind[] = [...RELATION_TYPES, 'duplicates'];

/** The relation's kind as seen from this task: only one of two duplicates points at the other. */
const kindOf = ({ type, direction }: Relation): Kind =>
  type === 'duplicate_of' && direction === 'incoming' ? 'duplicates' : type;

interface RelationsProps {
  readonly task: TaskNow;
  readonly may: boolean;
}

/** Related tasks, grouped by kind. */
export function Relations({ task: { taskNumber, relations }, may }: RelationsProps) {
  const remove = useUnrelate(taskNumber);
  return (
    <Section title={strings().task.relations}>
      {KINDS.filter((kind) => relations.some((relation) => kindOf(relation) === kind)).map((kind) => (
        <div key={kind} className={styles.group}>
          <h3>{strings().task.relation[kind]}</h3>
          <ul className="stack-s">
            {relations
              .filter((relation) => kindOf(relation) === kind)
              .map((relation) => (
                <li key={relation.id} className={`${styles.related} as-text`}>
                  <span>
                    <TaskLink task={relation.task} />{' '}
                    <span className="soft small">
                      <StatusName status={relation.task.status} />
                    </span>
                  </span>
                  {may && (
                    <Button
                      icon
                      aria-label={strings().task.removeRelation(relation.task.taskNumber)}
                      onClick={() => remove(relation)}
                    >
                      <X />
                    </Button>
                  )}
                </li>
              ))}
          </ul>
        </div>
      ))}
      {may && <AddRelation taskNumber={taskNumber} />}
    </Section>
  );
}

function useUnrelate(taskNumber: number): (relation: Relation) => void {
  const { mutate: relate } = useChange<Relation>({
    send: (relation) => {
      const other = relation.task.taskNumber;
      return kindOf(relation) === 'duplicates'
        ? tandem.tasks.relate(other, { type: relation.type, taskNumber })
        : tandem.tasks.relate(taskNumber, { type: relation.type, taskNumber: other });
    },
    invalidates: ['task'],
  });
  const { mutate } = useChange<Relation>({
    send: ({ id }) => tandem.tasks.unrelate(taskNumber, id),
    successMessage: (_, relation) => ({
      text: strings().task.relationRemoved(relation.task.taskNumber),
      undo: () => relate(relation),
    }),
    invalidates: ['task'],
  });
  return mutate;
}
