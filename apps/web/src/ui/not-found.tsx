import { Link } from '@tanstack/react-router';
import { strings } from '../strings/index.ts';
import { EmptyState } from './empty-state.tsx';
import { Page } from './page.tsx';

/** The page for unknown addresses. */
export function NotFound() {
  return (
    <Page title={strings().shell.notFound.title}>
      <EmptyState title={strings().shell.notFound.hint} hint="">
        <Link to="/">{strings().shell.notFound.home}</Link>
      </EmptyState>
    </Page>
  );
}
