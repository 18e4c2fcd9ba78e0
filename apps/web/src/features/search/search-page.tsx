import { texts } from '../../app/texts/index.ts';
import { Page } from '../../ui/page.tsx';

export function SearchPage() {
  return <Page title={texts.nav.search}>{null}</Page>;
}
