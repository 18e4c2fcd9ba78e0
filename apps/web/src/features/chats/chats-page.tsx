import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet, useParams } from '@tanstack/react-router';
import { useMay } from '../../api/queries/who.ts';
import { workspace } from '../../api/queries/workspace.ts';
import { strings } from '../../strings/index.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { ChatList } from './chat-list.tsx';
import styles from './chats.module.css';

const route = getRouteApi('/shell/chats');

/** The chat list next to the open chat; in a narrow window only one of the two. */
export function ChatsPage() {
  const search = route.useSearch();
  const { chatId } = useParams({ strict: false });
  const mayRead = useMay('chat:read');
  const { data: about } = useQuery(workspace);
  if (about?.plan.chat === false) {
    return <Unavailable title={strings().chats.notInPlan} hint={strings().chats.notInPlanHint} />;
  }
  if (!mayRead) return <Unavailable title={strings().chats.noScope} hint={strings().chats.noScopeHint} />;
  return (
    <div className={styles.chats} data-beside={chatId !== undefined || search.new === true || undefined}>
      <ChatList open={chatId} show={search.show ?? 'active'} />
      <Outlet />
    </div>
  );
}

const Unavailable = ({ title, hint }: { title: string; hint: string }) => (
  <Page title={strings().nav.chats}>
    <EmptyState title={title} hint={hint} />
  </Page>
);
