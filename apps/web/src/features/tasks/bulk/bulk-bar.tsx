import { PRIORITIES, TASK_STATUSES, type Task } from '@tandem/client';
import { useLabels } from '../../../api/queries/labels.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Picker } from '../../../ui/picker.tsx';
import { StatusIcon } from '../../../ui/status-icon.tsx';
import { archive, moveTo, type TaskChange, useChangeTasks } from '../change.ts';
import { addLabel, assign, prioritize } from '../fields.ts';
import { LabelPicker } from '../label-picker.tsx';
import { moveRefusal } from '../moves.ts';
import { choicesOf, type People } from '../people.ts';
import { PriorityIcon } from '../priority.tsx';
import { useSelected, useSelection } from '../selection.ts';
import styles from './bulk-bar.module.css';

const words = () => strings().tasks.bulk;

/** Actions on all selected tasks. Refused ones stay selected and are listed by number. */
export function BulkBar({ people }: { people: People }) {
  const selection = useSelection();
  const selected = useSelected();
  const changeTasks = useChangeTasks();
  const labels = useLabels();
  if (selected.size === 0) return null;
  const tasks = [...selected.values()];
  const change = async (what: TaskChange) => selection.replace(await changeTasks(tasks, what));
  return (
    <section className={styles.bar} aria-label={words().label} data-at-edge>
      <p className={styles.count} role="status">
        {strings().tasks.selected(selected.size)}
      </p>
      <Menu
        label={words().move}
        trigger={<Button>{words().move}</Button>}
        entries={TASK_STATUSES.map((status) => ({
          text: strings().status[status],
          icon: <StatusIcon status={status} />,
          act: () => void change(moveTo(status)),
          disabled: tasks.some((task) => moveRefusal(task, status) === null)
            ? undefined
            : reasonOf(tasks, status),
        }))}
      />
      <div className={styles.picker}>
        <Picker
          bare
          label={words().assign}
          placeholder={words().assign}
          choices={choicesOf(people, '')}
          value={null}
          onChange={(choice) => choice && void change(assign(choice.value || null, choice.text))}
        />
      </div>
      <Menu
        label={words().priority}
        trigger={<Button>{words().priority}</Button>}
        entries={PRIORITIES.map((priority) => ({
          text: strings().priority[priority],
          icon: <PriorityIcon value={priority} />,
          act: () => void change(prioritize(priority)),
        }))}
      />
      <div className={styles.picker}>
        <LabelPicker
          bare
          label={words().addLabel}
          placeholder={words().addLabel}
          known={labels}
          onChange={(name) => {
            const label = labels.find((each) => each.name === name);
            void change(addLabel(label ?? { id: name, name, color: 'gray' }));
          }}
        />
      </div>
      <Button onClick={() => void change(archive)}>{words().archive}</Button>
      <Button quiet onClick={() => selection.replace([])}>
        {words().clear}
      </Button>
    </section>
  );
}

function reasonOf([first]: readonly Task[], to: Task['status']): string {
  if (!first || first.status === to) return strings().tasks.currentStatus;
  return moveRefusal(first, to) ?? '';
}
