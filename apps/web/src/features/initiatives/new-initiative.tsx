import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { tandem } from '../../api/tandem.ts';
import { texts } from '../../app/texts/index.ts';
import { drafts, TextArea, TextField } from '../../ui/fields.tsx';
import { NewDialog } from '../plans/new-dialog.tsx';

const KEEP = 'new-initiative';

interface NewInitiativeProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function NewInitiative({ open, onClose }: NewInitiativeProps) {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const navigate = useNavigate();
  const { mutate, isPending } = useChange({
    send: () => tandem.initiatives.create({ name, ...(description !== '' && { description }) }),
    reads: ['initiatives'],
    onDone: ({ id }) => {
      drafts.set(KEEP, '');
      void navigate({ to: '/initiatives/$initiativeId', params: { initiativeId: id } });
    },
  });
  const { initiatives, plans } = texts;
  return (
    <NewDialog
      title={initiatives.new}
      action={initiatives.create}
      open={open}
      busy={isPending}
      onCreate={mutate}
      onClose={onClose}
    >
      <TextField label={plans.name} value={name} onChange={setName} required autoFocus />
      <TextArea
        label={plans.description}
        value={description}
        onChange={setDescription}
        rows={4}
        keep={KEEP}
        onSubmit={mutate}
      />
    </NewDialog>
  );
}
