import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { FileView } from '../../ui/file-view.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import styles from './message.module.css';
import type { OutgoingMessage } from './use-send.ts';

interface UnsentItemProps {
  readonly message: OutgoingMessage;
  /** The reason it wasn't sent; null while it is being sent. */
  readonly problem: string | null;
  readonly onAgain: () => void;
  readonly onEdit: () => void;
}

/** The person's own message before the server has it. */
export function UnsentItem({ message: { body, files }, problem, onAgain, onEdit }: UnsentItemProps) {
  return (
    <li className={styles.message} data-role="human" data-unsent>
      <p className={styles.who}>
        <span>{strings().chats.you}</span>
        {problem === null && <span>{strings().chats.sending}</span>}
      </p>
      <div className={styles.bubble}>
        {body !== '' && <Markdown text={body} />}
        {files.length > 0 && (
          <ul className={styles.files}>
            {files.map((file) => (
              <li key={file.fileId}>
                <FileView file={file} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {problem !== null && (
        <div className={styles.problem} role="alert">
          <p>
            {strings().chats.notSent} {problem}
          </p>
          <Button onClick={onAgain}>{strings().chats.sendAgain}</Button>
          <Button onClick={onEdit}>{strings().chats.editUnsent}</Button>
        </div>
      )}
    </li>
  );
}
