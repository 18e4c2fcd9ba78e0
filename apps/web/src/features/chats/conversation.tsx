import type { Chat } from '@tandem/client';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { conversation } from '../../api/queries/chats.ts';
import { useCaller } from '../../api/queries/who.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { drafts } from '../../ui/drafts.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { ArrowDown } from '../../ui/icons.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { AnswerAnnouncement } from './answer-announcement.tsx';
import { Composer } from './composer.tsx';
import styles from './conversation.module.css';
import { MessageItem } from './message-item.tsx';
import { Older } from './older-messages.tsx';
import { Suggestions } from './suggestions.tsx';
import { TurnState } from './turn-state.tsx';
import { UnsentItem } from './unsent-item.tsx';
import { useClosed } from './use-closed.ts';
import { useFiles } from './use-files.ts';
import { useScroll } from './use-scroll.ts';
import { type OutgoingMessage, useSend } from './use-send.ts';
import { useTurn } from './use-turn.ts';

/** The messages, the answer in progress, and the composer. */
export function Conversation({ chat }: { chat: Chat }) {
  const { id, agent, activeTurn } = chat;
  const caller = useCaller();
  const closed = useClosed(chat);
  const { data, error, refetch } = useQuery(conversation(id));
  const { unsent: sending, problem, send, again, withdraw } = useSend(id);
  const files = useFiles(id);
  const [written, setWritten] = useState(0);

  const messages = data?.messages ?? [];
  // The message may have been saved although its response is still missing.
  const unsent = messages.some(({ clientMessageId }) => clientMessageId === sending?.key) ? null : sending;
  const last = messages.at(-1);
  const turn = useTurn(id, activeTurn?.id ?? (last?.role === 'human' ? last.turnId : null));
  const isPending = turn?.status === 'pending';
  const question = messages.findLast(({ role }) => role === 'human');

  const scroller = useRef<HTMLDivElement>(null);
  const scroll = useScroll(scroller, messages[0]?.id);

  const sendMessage = (message: OutgoingMessage) => {
    scroll.toEnd();
    send(message);
    return true;
  };
  const edit = () => {
    const message = withdraw();
    if (!message) return;
    drafts.set(id, [message.body, drafts.get(id)].filter(Boolean).join('\n\n'));
    files.set(message.files);
    setWritten(written + 1);
  };

  return (
    <DropZone
      hint={strings().chats.dropHere}
      className={styles.conversation}
      onFiles={closed ? undefined : files.add}
    >
      <div ref={scroller} className={styles.scroller} data-scroller onScroll={scroll.onScroll}>
        <div className={styles.messages}>
          {error && <LoadError error={error} onRetry={() => void refetch()} />}
          {data?.before && <Older chatId={id} before={data.before} />}
          <ol className={styles.list} aria-label={strings().chats.messages}>
            {messages.map((message) => (
              <MessageItem key={message.id} message={message} own={message.author.id === caller.id} />
            ))}
            {unsent && <UnsentItem message={unsent} problem={problem} onAgain={again} onEdit={edit} />}
          </ol>
          {!unsent && (
            <TurnState
              chat={chat}
              turn={turn}
              onAgain={
                closed || !question
                  ? undefined
                  : () => sendMessage({ body: question.body, files: question.attachments })
              }
            />
          )}
          {!closed && !unsent && !isPending && last && <Suggestions message={last} onTake={sendMessage} />}
        </div>
      </div>
      {!scroll.isAtEnd && (
        <Button className={styles.newest} onClick={scroll.toEnd}>
          <ArrowDown /> {strings().chats.newest}
        </Button>
      )}
      <footer className={styles.footer} data-at-edge>
        {closed ? (
          <p className={styles.closed}>{closed}</p>
        ) : (
          <Composer
            key={written}
            draftKey={id}
            label={strings().chats.messageTo(agent.displayName)}
            files={files}
            busy={unsent !== null}
            waitReason={isPending ? strings().chats.waitFirst(agent.displayName) : undefined}
            onSend={sendMessage}
          />
        )}
      </footer>
      <AnswerAnnouncement last={last} turn={turn} agent={agent.displayName} />
    </DropZone>
  );
}
