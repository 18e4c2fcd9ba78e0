import { texts } from '../../app/texts/index.ts';
import { Page } from '../../ui/page.tsx';

export function GoalsPage() {
  return <Page title={texts.nav.goals}>{null}</Page>;
}
