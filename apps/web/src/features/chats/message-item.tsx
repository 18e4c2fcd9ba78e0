import type { Message } from '@tandem/client';
import { memo } from 'react';
import { strings } from '../../strings/index.ts';
import { FileView } from '../../ui/file-view.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Mark } from '../../ui/name.tsx';
import { Ago } from '../../ui/time.tsx';
import styles from './message.module.css';

interface MessageItemProps {
  readonly message: Message;
  /** Whether the person who reads has written it. */
  readonly own: boolean;
}

/** What somebody said. One's own stands apart by its place as well as by its colour. */
export const MessageItem = memo(function MessageItem({ message, own }: MessageItemProps) {
  const { role, body, author, attachments, createdAt } = message;
  return (
    <li className={styles.message} data-role={role}>
      <p className={styles.who}>
        {role === 'assistant' && <Mark agent name={author.displayName} />}
        <span>{own ? strings.chats.you : author.displayName}</span>
        <Ago at={createdAt} />
      </p>
      <div className={styles.said}>
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
