import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useViews } from '../../../api/queries/views.ts';
import { useCurrentMember, useMay } from '../../../api/queries/who.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../../ui/change.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { FavoriteStar } from '../../preferences/favorite-star.tsx';
import { type BoardSearch, isFiltered } from '../search.ts';
import { queryOf } from './query.ts';
import { SaveView } from './save-view.tsx';

const words = () => strings().views;

/** Saves the shown filters as a view, or changes the saved view that is shown. */
export function ViewActions({ search }: { readonly search: BoardSearch }) {
  const { caller, isAdmin } = useCurrentMember();
  const navigate = useNavigate();
  const may = useMay('tasks:write');
  const view = useViews().find(({ id }) => id === search.saved);
  const [asking, setAsking] = useState<'new' | 'edit' | 'delete' | null>(null);
  const update = useChange({
    send: () => tandem.views.update(view?.id ?? '', { query: queryOf(search) }),
    successMessage: () => words().saved(view?.name ?? ''),
    invalidates: ['views'],
  });
  const remove = useChange({
    send: () => tandem.views.delete(view?.id ?? ''),
    successMessage: () => words().deleted(view?.name ?? ''),
    invalidates: ['views'],
    onDone: () => {
      const { saved: _, ...rest } = search;
      void navigate({ to: '/tasks', search: rest });
    },
  });
  const isOwn = view && (view.createdBy.id === caller.id || (view.shared && isAdmin));
  if (!may || (!view && !isFiltered(search) && !search.sort)) return null;
  const close = () => setAsking(null);
  return (
    <>
      {view && <FavoriteStar kind="view" id={view.id} name={view.name} />}
      {isOwn ? (
        <Menu
          label={words().actions(view.name)}
          trigger={<Button>{words().editView}</Button>}
          entries={[
            { text: words().update, act: () => update.mutate() },
            { text: words().edit, act: () => setAsking('edit') },
            { text: words().saveAs, act: () => setAsking('new') },
            { text: words().delete, act: () => setAsking('delete') },
          ]}
        />
      ) : (
        <Button onClick={() => setAsking('new')}>{words().save}</Button>
      )}
      <Confirm
        title={words().deleteTitle(view?.name ?? '')}
        action={words().delete}
        open={asking === 'delete'}
        onConfirm={() => remove.mutate()}
        onClose={close}
      >
        {view?.shared ? words().deleteSharedHint : words().deleteHint}
      </Confirm>
      {(asking === 'new' || asking === 'edit') && (
        <SaveView search={search} {...(asking === 'edit' && view && { view })} onClose={close} />
      )}
    </>
  );
}
