import { EFFORTS, type Effort, PRIORITIES } from '@tandem/client';
import type { ReactNode } from 'react';
import { expectUnchanged } from '../../../api/conflict-error.ts';
import type { TaskNow } from '../../../api/queries/task.ts';
import { strings } from '../../../strings/index.ts';
import { Editable } from '../../../ui/editable.tsx';
import { optionsOf, Select } from '../../../ui/select.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { DeferredTag } from '../deferred-tag.tsx';
import { DueField } from '../due-field.tsx';
import { PriorityIcon } from '../priority.tsx';
import { Assignee } from './assignee.tsx';
import styles from './fields.module.css';
import { Labels } from './labels.tsx';
import { ProjectField } from './project-field.tsx';
import { useEdit } from './save.ts';
import { Status } from './status.tsx';

interface FieldsProps {
  readonly task: TaskNow;
  readonly may: boolean;
}

const EFFORT_CHOICES = ['none', ...EFFORTS] as const;

/** The task's fields, edited in place. */
export function Fields({ task, may }: FieldsProps) {
  const { taskNumber, priority, effort, dueDate, tags, createdAt, updatedAt, completedAt } = task;
  const { mutate, mutateAsync } = useEdit(taskNumber);
  const setEffort = (choice: (typeof EFFORT_CHOICES)[number]) => {
    const next: Effort | null = choice === 'none' ? null : choice;
    mutate({ bodyOf: () => ({ effort: next }), optimistic: { effort: next } });
  };
  const setTags = (text: string, base: string) =>
    mutateAsync({
      bodyOf: (now) => {
        expectUnchanged(strings().task.tags.toLowerCase(), base, now.tags.join(', '));
        return { tags: tagsOf(text) };
      },
    });
  const shownTags = tags.length === 0 ? strings().task.noTags : tags.join(', ');
  return (
    <dl className={styles.fields}>
      <Row name={strings().task.status}>
        <Status task={task} may={may} /> <DeferredTag task={task} />
      </Row>
      <Row name={strings().task.assignee}>
        <Assignee task={task} may={may} />
      </Row>
      <Row name={strings().task.priority}>
        <Select
          bare
          label={strings().task.priority}
          value={priority}
          disabled={!may}
          options={optionsOf(PRIORITIES, strings().priority, (value) => <PriorityIcon value={value} />)}
          onChange={(next) => mutate({ bodyOf: () => ({ priority: next }), optimistic: { priority: next } })}
        />
      </Row>
      <Row name={strings().task.project}>
        <ProjectField task={task} may={may} />
      </Row>
      <Row name={strings().task.labels}>
        <Labels task={task} may={may} />
      </Row>
      <Row name={strings().task.due}>
        <DueField
          bare
          label={strings().task.due}
          value={dueDate}
          disabled={!may}
          onChange={(at) => mutate({ bodyOf: () => ({ dueDate: at }) })}
        />
      </Row>
      <Row name={strings().task.effort}>
        <Select
          bare
          label={strings().task.effort}
          value={effort ?? 'none'}
          disabled={!may}
          options={optionsOf(EFFORT_CHOICES, strings().task.efforts)}
          onChange={setEffort}
        />
      </Row>
      <Row name={strings().task.tags}>
        <div className={styles.plain}>
          {may ? (
            <Editable
              draftKey={`tags-${taskNumber}`}
              field={strings().task.tags.toLowerCase()}
              value={tags.join(', ')}
              hint={strings().task.tagsHint}
              onSave={setTags}
            >
              <span data-empty={tags.length === 0 || undefined}>{shownTags}</span>
            </Editable>
          ) : (
            shownTags
          )}
        </div>
      </Row>
      <Row name={strings().task.created}>
        <span className={styles.plain}>
          <RelativeTime at={createdAt} />
        </span>
      </Row>
      <Row name={completedAt ? strings().task.completed : strings().task.updated}>
        <span className={styles.plain}>
          <RelativeTime at={completedAt ?? updatedAt} />
        </span>
      </Row>
    </dl>
  );
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.row}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const tagsOf = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
