import { Link } from '@tanstack/react-router';
import { strings } from '../../strings/index.ts';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';

/** At addresses of the page at which nothing is. */
export function NotFound() {
  return (
    <Page title={strings.shell.notFound.title}>
      <Empty title={strings.shell.notFound.hint} hint="">
        <Link to="/">{strings.shell.notFound.home}</Link>
      </Empty>
    </Page>
  );
}
