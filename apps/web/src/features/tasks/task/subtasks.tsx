import type { Task } from '@tandem/client';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type FormEvent, useEffect, useState } from 'react';
import { isClosed } from '../../../api/is-closed.ts';
import { itemsOf } from '../../../api/queries/lists.ts';
import { useNameOf } from '../../../api/queries/members.ts';
import type { TaskNow } from '../../../api/queries/task.ts';
import { taskList } from '../../../api/queries/tasks.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../../ui/change.ts';
import { TextField } from '../../../ui/fields.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusName } from '../../../ui/status-icon.tsx';
import { complete, moveTo, useChangeTasks } from '../change.ts';
import { ChildProgress } from '../child-progress.tsx';
import { showTask } from '../task-cache.ts';
import { TaskLink } from '../task-link.tsx';
import { useSetParent } from './parent.ts';
import styles from './subtasks.module.css';

interface SubtasksProps {
  readonly task: TaskNow;
  readonly may: boolean;
}

const words = () => strings().subtasks;

/** The sub-tasks of a task: check them off, add one, or drop a task to make it one. */
export function Subtasks({ task, may }: SubtasksProps) {
  const { taskNumber, children, status, archived } = task;
  const query = useInfiniteQuery({
    ...taskList({ parent: String(taskNumber) }),
    enabled: children.total > 0,
  });
  const { data, hasNextPage, isFetching, error, fetchNextPage } = query;
  // A task has at most 200.
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  const setParent = useSetParent();
  const mayAdd = may && !archived && !isClosed(status);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = draggedTask(event.dataTransfer);
    if (dropped !== null && dropped !== taskNumber)
      setParent.mutate({ taskNumber: dropped, parent: taskNumber });
  };
  const dropping = {
    onDragOver: (event: DragEvent) => {
      if (!mayBeTask(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: drop,
  };
  if (!mayAdd && children.total === 0) return null;
  return (
    <div {...(mayAdd && dropping)} className={styles.subtasks} data-over={isOver || undefined}>
      <Section title={words().title} actions={<ChildProgress task={task} />}>
        {children.total > 0 && (
          <ul className={styles.list}>
            {itemsOf(data).map((child) => (
              <Subtask key={child.id} task={child} may={may} />
            ))}
          </ul>
        )}
        {mayAdd && <NewSubtask parent={taskNumber} />}
        {isOver && <p className="soft small">{words().dropHere}</p>}
      </Section>
    </div>
  );
}

function Subtask({ task, may }: { readonly task: Task; readonly may: boolean }) {
  const changeTasks = useChangeTasks();
  const nameOf = useNameOf();
  const { status, title, assignedTo, children } = task;
  const isDone = isClosed(status);
  const check = isDone ? moveTo(status === 'done' ? 'todo' : 'backlog') : complete;
  return (
    <li className={styles.subtask} data-closed={isDone || undefined}>
      {may && (
        <input
          type="checkbox"
          checked={isDone}
          disabled={!isDone && children.open > 0}
          aria-label={isDone ? words().reopen(title) : words().complete(title)}
          onChange={() => void changeTasks([task], check)}
        />
      )}
      <span className="as-text">
        <TaskLink task={task} />
      </span>
      <span className={styles.about}>
        <ChildProgress task={task} />
        <StatusName status={status} />
        {assignedTo && ` · ${nameOf(assignedTo)}`}
      </span>
    </li>
  );
}

/** A field for one title after another. */
function NewSubtask({ parent }: { readonly parent: number }) {
  const queries = useQueryClient();
  const [title, setTitle] = useState('');
  const { mutate, isPending } = useChange({
    send: () => tandem.tasks.create({ title, parentTaskNumber: parent }),
    invalidates: ['task'],
    onDone: (created) => {
      showTask(queries, created);
      setTitle('');
    },
  });
  return (
    <form
      className={styles.new}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (title.trim() !== '' && !isPending) mutate();
      }}
    >
      <TextField
        bare
        label={words().new}
        placeholder={words().newPlaceholder}
        value={title}
        onChange={setTitle}
      />
      <Button type="submit" disabled={isPending || title.trim() === ''}>
        {words().add}
      </Button>
    </form>
  );
}

const mayBeTask = ({ types }: DataTransfer) => types.includes('text/plain') && !types.includes('Files');

/** The number of a dragged card or of a dragged link to a task; null for anything else. */
function draggedTask(dragged: DataTransfer): number | null {
  const text = dragged.getData('text/plain');
  const number = /^#(\d+)\b/.exec(text) ?? /\/tasks\/(\d+)\/?$/.exec(text.trim());
  return number ? Number(number[1]) : null;
}
