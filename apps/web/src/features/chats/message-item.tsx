import type { Message } from '@tandem/client';
import { memo } from 'react';
import { strings } from '../../strings/index.ts';
import { FileView } from '../../ui/file-view.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { AgentAvatar } from '../../ui/member-name.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import styles from './message.module.css';

interface MessageItemProps {
  readonly message: Message;
  /** The reader wrote it. */
  readonly own: boolean;
}

/** A message. Position and color set the reader's own messages apart. */
export const MessageItem = memo(function MessageItem({ message, own }: MessageItemProps) {
  const { role, body, author, attachments, createdAt } = message;
  return (
    <li className={styles.message} data-role={role}>
      <p className={styles.who}>
        {role === 'assistant' && <AgentAvatar name={author.name} displayName={author.displayName} />}
        <span>{own ? strings().chats.you : author.displayName}</span>
        <RelativeTime at={createdAt} />
      </p>
      <div className={styles.bubble}>
        {body !== '' && <Markdown text={body} />}
        {attachments.length > 0 && (
          <ul className={styles.files}>
            {attachments.map((file) => (
              <li key={file.fileId}>
                <FileView file={file} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
});
