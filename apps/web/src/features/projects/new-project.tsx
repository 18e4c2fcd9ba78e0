import { useNavigate } from '@tanstack/react-router';
import { tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { useChange } from '../../ui/change.ts';
import { TextField } from '../../ui/fields.tsx';
import { MarkdownField } from '../../ui/markdown-field.tsx';
import { Picker } from '../../ui/picker.tsx';
import { chosen, useInitiativeChoices } from '../plans/choices.ts';
import { NewDialog } from '../plans/new-dialog.tsx';
import { useKept } from '../plans/new-draft.ts';

const EMPTY = { title: '', description: '', initiativeId: '', initiative: '' };

interface NewProjectProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function NewProject({ open, onClose }: NewProjectProps) {
  const { draft, change, clear } = useKept('new-project', EMPTY);
  const { title, description, initiativeId } = draft;
  const initiatives = useInitiativeChoices();
  const navigate = useNavigate();
  const { mutate, isPending } = useChange({
    send: () =>
      tandem.projects.create({
        title,
        ...(description !== '' && { description }),
        ...(initiativeId !== '' && { initiativeId }),
      }),
    reads: ['projects'],
    onDone: ({ id }) => {
      clear();
      void navigate({ to: '/projects/$projectId', params: { projectId: id } });
    },
  });
  const { projects, plans } = strings();
  return (
    <NewDialog
      title={projects.new}
      action={projects.create}
      open={open}
      busy={isPending}
      onCreate={mutate}
      onClose={onClose}
    >
      <TextField
        label={plans.title}
        value={title}
        onChange={(to) => change({ title: to })}
        required
        autoFocus
      />
      <MarkdownField
        label={plans.description}
        value={description}
        onChange={(to) => change({ description: to })}
        rows={4}
        onSubmit={mutate}
      />
      <Picker
        label={plans.initiative}
        value={chosen(initiativeId, draft.initiative)}
        onChange={(choice) =>
          change({ initiativeId: choice?.value ?? '', initiative: choice?.value ? choice.text : '' })
        }
        {...initiatives}
      />
    </NewDialog>
  );
}
