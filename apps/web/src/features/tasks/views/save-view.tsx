import type { View } from '@tandem/client';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../../ui/change.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { CheckBox, TextField } from '../../../ui/fields.tsx';
import type { BoardSearch } from '../search.ts';
import { queryOf, searchOf } from './query.ts';

interface SaveViewProps {
  readonly search: BoardSearch;
  /** The view to rename or share; without it, a new one is saved. */
  readonly view?: View;
  readonly onClose: () => void;
}

const words = () => strings().views;

/** Names and shares a view. */
export function SaveView({ search, view, onClose }: SaveViewProps) {
  const navigate = useNavigate();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const { mutate, isPending } = useChange({
    send: () =>
      view
        ? tandem.views.update(view.id, { name, shared })
        : tandem.views.create({ name, shared, query: queryOf(search) }),
    successMessage: () => words().saved(name),
    invalidates: ['views'],
    onDone: (saved) => {
      onClose();
      if (!view) void navigate({ to: '/tasks', search: searchOf(saved) });
    },
  });
  return (
    <Dialog title={view ? words().edit : words().save} open onClose={onClose}>
      <form
        className="stack-l"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          mutate();
        }}
      >
        <TextField autoFocus label={words().name} value={name} onChange={setName} />
        <CheckBox label={words().share} checked={shared} onChange={setShared} />
        <div className="beside">
          <Button primary type="submit" disabled={isPending || name.trim() === ''}>
            {strings().save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
