import { texts } from '../../app/texts/index.ts';
import { Page } from '../../ui/page.tsx';

export const NewChat = () => <Page title={texts.nav.chats}>{null}</Page>;
