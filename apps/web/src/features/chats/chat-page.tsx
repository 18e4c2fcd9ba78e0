import { texts } from '../../app/texts/index.ts';
import { Page } from '../../ui/page.tsx';

export function ChatPage() {
  return <Page title={texts.nav.chats}>{null}</Page>;
}
