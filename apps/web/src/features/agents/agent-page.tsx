import { texts } from '../../app/texts/index.ts';
import { Page } from '../../ui/page.tsx';

export function AgentPage() {
  return <Page title={texts.nav.agents}>{null}</Page>;
}
