import { useNavigate } from '@tanstack/react-router';
import { tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { useChange } from '../../ui/change.ts';
import { TextField } from '../../ui/fields.tsx';
import { MarkdownField } from '../../ui/markdown-field.tsx';
import { NewDialog } from '../plans/new-dialog.tsx';
import { useKept } from '../plans/new-draft.ts';

const EMPTY = { name: '', description: '' };

interface NewInitiativeProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function NewInitiative({ open, onClose }: NewInitiativeProps) {
  const { draft, change, clear } = useKept('new-initiative', EMPTY);
  const { name, description } = draft;
  const navigate = useNavigate();
  const { mutate, isPending } = useChange({
    send: () => tandem.initiatives.create({ name, ...(description !== '' && { description }) }),
    reads: ['initiatives'],
    onDone: ({ id }) => {
      clear();
      void navigate({ to: '/initiatives/$initiativeId', params: { initiativeId: id } });
    },
  });
  const { initiatives, plans } = strings();
  return (
    <NewDialog
      title={initiatives.new}
      action={initiatives.create}
      open={open}
      busy={isPending}
      onCreate={mutate}
      onClose={onClose}
    >
      <TextField label={plans.name} value={name} onChange={(to) => change({ name: to })} required autoFocus />
      <MarkdownField
        label={plans.description}
        value={description}
        onChange={(to) => change({ description: to })}
        rows={4}
        onSubmit={mutate}
      />
    </NewDialog>
  );
}
