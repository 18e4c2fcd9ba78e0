import { texts } from '../../app/texts/index.ts';
import { Page } from '../../ui/page.tsx';

export function GoalPage() {
  return <Page title={texts.nav.goals}>{null}</Page>;
}
