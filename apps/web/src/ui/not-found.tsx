import { Link } from '@tanstack/react-router';
import { strings } from '../strings/index.ts';
import { Empty } from './empty.tsx';
import { Page } from './page.tsx';

/** The page for unknown addresses. */
export function NotFound() {
  return (
    <Page title={strings().shell.notFound.title}>
      <Empty title={strings().shell.notFound.hint} hint="">
        <Link to="/">{strings().shell.notFound.home}</Link>
      </Empty>
    </Page>
  );
}
