import { useNavigate } from '@tanstack/react-router';
import { strings } from '../../strings/index.ts';
import { Page } from '../../ui/page.tsx';
import { GetStarted } from './get-started.tsx';

/** The first steps at an address of their own, for people who dismissed them. */
export function GetStartedPage() {
  const navigate = useNavigate();
  return (
    <Page title={strings().getStarted.title}>
      <GetStarted onDone={() => void navigate({ to: '/' })} />
    </Page>
  );
}
