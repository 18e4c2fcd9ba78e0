import { texts } from '../../app/texts/index.ts';
import { Page } from '../../ui/page.tsx';

export function SettingsPage() {
  return <Page title={texts.nav.settings}>{null}</Page>;
}
