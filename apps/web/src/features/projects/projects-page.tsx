import { texts } from '../../app/texts/index.ts';
import { Page } from '../../ui/page.tsx';

export function ProjectsPage() {
  return <Page title={texts.nav.projects}>{null}</Page>;
}
