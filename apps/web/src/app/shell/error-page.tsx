import { useQueryClient } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { messageOf } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { isUpdated, NotLoaded } from './chunks.ts';

/** Replaces a failed page with the reason and a next step. The rest of the shell keeps working. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryClient();
  const again = () => {
    // The page may have failed because of cached data, so drop it.
    queries.removeQueries({ type: 'inactive' });
    reset();
    void router.invalidate();
  };
  return (
    <Page title={strings().shell.broken.title}>
      {error instanceof NotLoaded ? (
        <PartMissing again={again} />
      ) : (
        <EmptyState title={strings().loadFailed} hint={messageOf(error)}>
          <Button onClick={again}>{strings().tryAgain}</Button>
        </EmptyState>
      )}
    </Page>
  );
}

function PartMissing({ again }: { again: () => void }) {
  const [updated, setUpdated] = useState<boolean | null>(null);
  useEffect(() => {
    void isUpdated().then(setUpdated);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [again]);
  const reload = <Button onClick={() => location.reload()}>{strings().shell.broken.reload}</Button>;
  if (updated) {
    return (
      <EmptyState title={strings().shell.broken.updated} hint={strings().shell.broken.updatedHint}>
        {reload}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={strings().shell.broken.notLoaded} hint={strings().shell.broken.notLoadedHint}>
      <Button onClick={again}>{strings().tryAgain}</Button>
      {reload}
    </EmptyState>
  );
}
