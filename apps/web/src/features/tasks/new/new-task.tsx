import { lazy, Suspense } from 'react';
import { useMay } from '../../../api/queries/who.ts';
import { strings } from '../../../strings/index.ts';
import { useKeys } from '../../../ui/keys.ts';
import { newTask, useNewTask } from './opened.ts';

const NewTaskDialog = lazy(async () => ({ default: (await import('./new-task-dialog.tsx')).NewTaskDialog }));

/** Opens the new-task dialog on any page, with C or a button. Loaded on first use. */
export function NewTask() {
  const beginning = useNewTask();
  const mayMake = useMay('tasks:write');
  useKeys(mayMake ? [{ key: 'c', text: strings().tasks.keys.new, act: () => newTask.open() }] : []);
  return <Suspense>{beginning && <NewTaskDialog beginning={beginning} onClose={newTask.close} />}</Suspense>;
}
