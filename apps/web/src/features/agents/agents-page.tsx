import { texts } from '../../app/texts/index.ts';
import { Page } from '../../ui/page.tsx';

export function AgentsPage() {
  return <Page title={texts.nav.agents}>{null}</Page>;
}
