import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { newKey } from '../../api/dedupe.ts';
import { agentList } from '../../api/queries/agents.ts';
import { chat as chatQuery, turn as turnQuery } from '../../api/queries/chats.ts';
import { useChoices } from '../../api/queries/lists.ts';
import { useMay } from '../../api/queries/who.ts';
import { messageOf, tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ArrowLeft } from '../../ui/icons.ts';
import { useTitle } from '../../ui/page.tsx';
import { type Choice, Picker } from '../../ui/picker.tsx';
import { storedValue } from '../../ui/stored-value.ts';
import { AgentSettingsLink } from '../agents/agent-settings-link.tsx';
import styles from './chats.module.css';
import { Composer } from './composer.tsx';
import form from './new-chat.module.css';
import { useFiles } from './use-files.ts';
import type { OutgoingMessage } from './use-send.ts';

const route = getRouteApi('/shell/chats');
const DRAFT = 'new-chat';

/** Starts a chat: choose an agent and write the first message. */
export function NewChat() {
  const { agent: initialId } = route.useSearch();
  const navigate = useNavigate();
  const mayWrite = useMay('chat:write');
  const mayMake = useMay('agents:write');
  const query = useInfiniteQuery(agentList);
  const agents = useChoices(query);
  const only = agents.length === 1 ? agents[0] : undefined;
  const agent = agents.find(({ id }) => id === initialId) ?? only;
  const files = useFiles(DRAFT);
  const start = useStart();
  useTitle(strings().nav.chats);
  if (query.data && agents.length === 0) {
    return (
      <div className={styles.pane}>
        <EmptyState title={strings().chats.noAgents} hint={strings().chats.noAgentsHint}>
          {mayMake && <AgentSettingsLink />}
        </EmptyState>
      </div>
    );
  }
  return (
    <DropZone hint={strings().chats.dropHere} className={styles.pane} onFiles={files.add}>
      <div className={form.form}>
        <Link to="/chats" search={{}} className={form.back}>
          <ArrowLeft /> {strings().chats.back}
        </Link>
        <h2>{strings().chats.new}</h2>
        <p className="soft">{mayWrite ? strings().chats.newHint : strings().chats.readOnly}</p>
        <Picker
          label={strings().chats.agent}
          placeholder={strings().chats.chooseAgent}
          choices={agents.map(choiceOf)}
          value={agent ? choiceOf(agent) : null}
          onChange={(choice) =>
            void navigate({ to: '/chats', search: { new: true, ...(choice && { agent: choice.value }) } })
          }
        />
        {mayWrite && (
          <Composer
            key={DRAFT}
            draftKey={DRAFT}
            label={agent ? strings().chats.messageTo(agent.displayName) : strings().chats.message}
            action={strings().chats.start}
            files={files}
            busy={start.isBusy}
            waitReason={agent ? undefined : strings().chats.chooseFirst}
            problem={start.problem ?? undefined}
            onSend={async (message) => agent !== undefined && (await start.send(agent.id, message))}
          />
        )}
      </div>
    </DropZone>
  );
}

const choiceOf = ({
  id,
  displayName,
  title,
}: {
  id: string;
  displayName: string;
  title: string | null;
}): Choice => ({
  value: id,
  text: displayName,
  detail: title ?? undefined,
});

/** A first message that may have been sent, with its idempotency key. */
interface Attempt {
  /** The request as JSON. */
  readonly content: string;
  readonly key: string;
}

const lastAttempt = storedValue<Attempt>('new-chat-tried');

/** Starts a chat and opens it. Retries use the same key, also after a reload, until the message has arrived. */
function useStart() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (agentId: string, { body, files }: OutgoingMessage): Promise<boolean> => {
    const request = { agentId, body, fileIds: files.map(({ fileId }) => fileId) };
    const content = JSON.stringify(request);
    const before = lastAttempt.get();
    const key = before?.content === content ? before.key : newKey();
    lastAttempt.set({ content, key });
    setIsBusy(true);
    setProblem(null);
    try {
      const { thread, turn } = await tandem.chats.start(request, { idempotencyKey: key });
      lastAttempt.set(null);
      queries.setQueryData(chatQuery(thread.id).queryKey, thread);
      queries.setQueryData(turnQuery(thread.id, turn.id).queryKey, turn);
      void queries.invalidateQueries({ queryKey: ['chats'] });
      void navigate({ to: '/chats/$chatId', params: { chatId: thread.id }, search: {} });
      return true;
    } catch (error) {
      setProblem(messageOf(error));
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { send, isBusy, problem };
}
