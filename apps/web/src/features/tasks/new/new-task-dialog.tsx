import { EFFORTS, PRIORITIES, TASK_STATUSES, type Task } from '@tandem/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useLabels } from '../../../api/queries/labels.ts';
import { useProjects } from '../../../api/queries/projects.ts';
import { isTandemError, messageOf, tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextArea, TextField } from '../../../ui/fields.tsx';
import { MarkdownField } from '../../../ui/markdown-field.tsx';
import { Picker } from '../../../ui/picker.tsx';
import { filesIn } from '../../../ui/pictures.ts';
import { optionsOf, Select } from '../../../ui/select.tsx';
import { UPLOAD_MS, type Upload, UploadContext } from '../../../ui/text-tools/upload.ts';
import { toast } from '../../../ui/toasts.ts';
import { useTypedAhead } from '../../../ui/typed-ahead.ts';
import { DueField } from '../due-field.tsx';
import { choicesOf, usePeople } from '../people.ts';
import { PriorityIcon } from '../priority.tsx';
import { showTask } from '../task-cache.ts';
import { bodyOf, type Draft, EMPTY, isEmpty, storedDraft } from './draft.ts';
import { LabelsField } from './labels-field.tsx';
import styles from './new-task-dialog.module.css';
import type { Beginning } from './opened.ts';
import { ParentField } from './parent-field.tsx';

interface NewTaskDialogProps {
  readonly beginning: Beginning;
  readonly onClose: () => void;
}

const words = () => strings().tasks.form;

/** The form of a new task. The input survives a refusal, closing the dialog, and a reload. */
export function NewTaskDialog({ beginning, onClose }: NewTaskDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const labels = useLabels();
  const [draft, setDraft] = useState<Draft>(() => {
    const before = storedDraft.read();
    return { ...before, projectId: before.projectId || (beginning.projectId ?? '') };
  });
  const [refusal, setRefusal] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const created = useRef<number | null>(null);

  const change = (fields: Partial<Draft>) => {
    const next = { ...draft, ...fields };
    setDraft(next);
    storedDraft.write(next);
  };
  useTypedAhead((typed) => change({ title: draft.title + typed }));
  const create = async () => {
    if (isSending || isUploading) return;
    setSending(true);
    try {
      const task = await tandem.tasks.create(bodyOf(draft));
      storedDraft.write(EMPTY);
      await attachFilesIn(task);
      showTask(queries, task);
      created.current = task.taskNumber;
      toast({
        text: words().created(task.taskNumber),
        action: {
          text: words().open,
          act: () =>
            void navigate({ to: '/tasks/$taskNumber', params: { taskNumber: String(task.taskNumber) } }),
        },
      });
      // The view below has rendered the task by then.
      requestAnimationFrame(onClose);
    } catch (error) {
      setRefusal(error);
      setSending(false);
    }
  };
  const problem = (field: string) =>
    (isTandemError(refusal) && refusal.fields?.[field]?.join(', ')) || undefined;
  return (
    <Dialog title={strings().tasks.new} open onClose={onClose} focusAfter={() => linkOf(created.current)}>
      <form
        className="stack-l"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void create();
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void create();
        }}
      >
        <TextField
          autoFocus
          label={words().title}
          value={draft.title}
          onChange={(title) => change({ title })}
          problem={problem('title')}
        />
        <UploadContext value={upload}>
          <MarkdownField
            label={words().description}
            rows={4}
            value={draft.description}
            onChange={(description) => change({ description })}
            onBusy={setUploading}
            problem={problem('description')}
          />
        </UploadContext>
        <ChoiceFields draft={draft} onChange={change} />
        <LabelsField all={labels} names={draft.labels} onChange={(names) => change({ labels: names })} />
        <TextArea
          label={words().criteria}
          hint={words().criteriaHint}
          problem={problem('criteria')}
          value={draft.criteria}
          onChange={(criteria) => change({ criteria })}
        />
        {refusal !== null && (
          <p role="alert" className={styles.refusal}>
            {messageOf(refusal)}
          </p>
        )}
        <div className={styles.actions}>
          {!isEmpty(draft) && (
            <Button
              quiet
              onClick={() => {
                storedDraft.write(EMPTY);
                onClose();
              }}
            >
              {words().discard}
            </Button>
          )}
          <Button primary type="submit" disabled={isSending || isUploading}>
            {isSending ? words().creating : words().create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The link of a task in the view below the dialog; null if it isn't shown there. */
const linkOf = (taskNumber: number | null) =>
  document.querySelector<HTMLElement>(`[data-task="${taskNumber}"] [data-opens]`);

const upload: Upload = (file) => tandem.files.upload(file, { timeoutMs: UPLOAD_MS });

/** Attaches the files in the description, which lets everyone read them. Their links stay if that fails. */
async function attachFilesIn({ taskNumber, description }: Task): Promise<void> {
  for (const fileId of filesIn(description ?? '')) {
    await tandem.tasks
      .attach(taskNumber, { fileId })
      .catch((error: unknown) => toast({ tone: 'bad', text: messageOf(error) }));
  }
}

interface ChoiceFieldsProps {
  readonly draft: Draft;
  readonly onChange: (fields: Partial<Draft>) => void;
}

/** The choices besides labels. */
function ChoiceFields({ draft, onChange }: ChoiceFieldsProps) {
  const projectChoices = [
    { value: '', text: strings().tasks.noProject },
    ...useProjects().map(({ id, title }) => ({ value: id, text: title })),
  ];
  const personChoices = choicesOf(usePeople(), '');
  return (
    <div className={styles.fields}>
      <Picker
        label={words().project}
        choices={projectChoices}
        value={projectChoices.find(({ value }) => value === draft.projectId) ?? null}
        onChange={(choice) => onChange({ projectId: choice?.value ?? '' })}
      />
      <Picker
        label={words().assignee}
        choices={personChoices}
        value={personChoices.find(({ value }) => value === draft.assignedTo) ?? null}
        onChange={(choice) => onChange({ assignedTo: choice?.value ?? '' })}
      />
      <Select
        label={words().priority}
        value={draft.priority}
        options={optionsOf(PRIORITIES, strings().priority, (value) => <PriorityIcon value={value} />)}
        onChange={(priority) => onChange({ priority })}
      />
      <Select
        label={words().status}
        value={draft.status}
        options={optionsOf(TASK_STATUSES, strings().status)}
        onChange={(status) => onChange({ status })}
      />
      <DueField
        label={words().due}
        value={draft.dueDate || null}
        onChange={(day) => onChange({ dueDate: day === null ? '' : new Date(day).toISOString() })}
      />
      <Select
        label={words().effort}
        value={draft.effort}
        options={optionsOf(['none', ...EFFORTS] as const, strings().task.efforts)}
        onChange={(effort) => onChange({ effort })}
      />
      <ParentField value={draft.parent} onChange={(parent) => onChange({ parent })} />
    </div>
  );
}
