import { RELATION_TYPES, type TasksRelateBody } from '@tandem/client';
import { useState } from 'react';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { useChange } from '../../../ui/change.ts';
import { SearchSelect } from '../../../ui/search-select.tsx';
import { optionsOf, Select } from '../../../ui/select.tsx';
import { useTaskChoices } from '../task-choices.ts';
import styles from './relations.module.css';

type Type = TasksRelateBody['type'];

/** Relates the task to another one, found by number or words. */
export function AddRelation({ taskNumber }: { taskNumber: number }) {
  const [type, setType] = useState<Type>('blocked_by');
  const [words, setWords] = useState('');
  const found = useTaskChoices(words, [{ taskNumber }]);
  const { mutate, isPending } = useChange<number>({
    send: (other) => tandem.tasks.relate(taskNumber, { type, taskNumber: other }),
    invalidates: ['task', 'tasks'],
  });
  return (
    <div className={styles.add}>
      <Select
        bare
        label={strings().task.relationType}
        value={type}
        options={optionsOf(RELATION_TYPES, strings().task.relation)}
        onChange={setType}
      />
      <SearchSelect
        framed
        label={strings().task.findTask}
        value={null}
        disabled={isPending}
        onSearch={setWords}
        onChange={(number) => mutate(Number(number))}
        choices={found}
      >
        {strings().task.addRelation}
      </SearchSelect>
    </div>
  );
}
