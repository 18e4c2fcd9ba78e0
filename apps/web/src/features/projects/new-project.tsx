import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { tandem } from '../../api/tandem.ts';
import { texts } from '../../app/texts/index.ts';
import { drafts, TextArea, TextField } from '../../ui/fields.tsx';
import { type Choice, Picker } from '../../ui/picker.tsx';
import { NO_CHOICE, useInitiativeChoices } from '../plans/choices.ts';
import { NewDialog } from '../plans/new-dialog.tsx';

const KEEP = 'new-project';

interface NewProjectProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function NewProject({ open, onClose }: NewProjectProps) {
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [initiative, setInitiative] = useState<Choice | null>(null);
  const initiatives = useInitiativeChoices();
  const navigate = useNavigate();
  const { mutate, isPending } = useChange({
    send: () =>
      tandem.projects.create({
        title,
        ...(description !== '' && { description }),
        ...(initiative && initiative !== NO_CHOICE && { initiativeId: initiative.value }),
      }),
    reads: ['projects'],
    onDone: ({ id }) => {
      drafts.set(KEEP, '');
      void navigate({ to: '/projects/$projectId', params: { projectId: id } });
    },
  });
  const { projects, plans } = texts;
  return (
    <NewDialog
      title={projects.new}
      action={projects.create}
      open={open}
      busy={isPending}
      onCreate={mutate}
      onClose={onClose}
    >
      <TextField label={plans.title} value={title} onChange={setTitle} required autoFocus />
      <TextArea
        label={plans.description}
        value={description}
        onChange={setDescription}
        rows={4}
        keep={KEEP}
        onSubmit={mutate}
      />
      <Picker label={plans.initiative} value={initiative} onChange={setInitiative} {...initiatives} />
    </NewDialog>
  );
}
