import { Link } from '@tanstack/react-router';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { texts } from '../texts/index.ts';

/** At addresses of the page at which nothing is. */
export function NotFound() {
  return (
    <Page title={texts.shell.notFound.title}>
      <Empty title={texts.shell.notFound.hint} hint="">
        <Link to="/">{texts.shell.notFound.home}</Link>
      </Empty>
    </Page>
  );
}
