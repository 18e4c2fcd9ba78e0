import { texts } from '../../app/texts/index.ts';
import { Page } from '../../ui/page.tsx';

export function InitiativePage() {
  return <Page title={texts.nav.initiatives}>{null}</Page>;
}
