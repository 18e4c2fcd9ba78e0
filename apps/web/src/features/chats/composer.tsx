import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { drafts } from '../../ui/drafts.ts';
import { TextArea } from '../../ui/fields.tsx';
import { X } from '../../ui/icons.ts';
import { useKeys } from '../../ui/keys.ts';
import styles from './composer.module.css';
import type { useFiles } from './use-files.ts';
import type { OutgoingMessage } from './use-send.ts';

interface ComposerProps {
  /** The name under which the draft is kept until it is sent. */
  readonly draftKey: string;
  readonly label: string;
  /** The label of the send button. */
  readonly action?: string | undefined;
  readonly files: ReturnType<typeof useFiles>;
  readonly busy?: boolean | undefined;
  /** Why sending is not possible yet; typing is. */
  readonly waitReason?: string | undefined;
  /** Why the last message was refused. */
  readonly problem?: string | undefined;
  /** Returns whether the message was accepted, so that the field can be cleared. */
  readonly onSend: (message: OutgoingMessage) => boolean | Promise<boolean>;
}

/** The message field. Enter sends; on a phone Enter starts a new line, and a button sends. */
export function Composer({
  draftKey,
  label,
  action,
  files,
  busy,
  waitReason,
  problem,
  onSend,
}: ComposerProps) {
  const [body, setBody] = useState('');
  const container = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const hasContent = body.trim() !== '' || files.ready.length > 0;
  const maySend = hasContent && !waitReason && !busy && !files.isUploading;
  const send = async () => {
    if (!maySend || !(await onSend({ body, files: files.ready }))) return;
    setBody('');
    drafts.set(draftKey, '');
    files.clear();
    container.current?.querySelector('textarea')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof HTMLTextAreaElement) || matchMedia('(pointer: coarse)').matches) return;
    event.preventDefault();
    void send();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    files.add(event.clipboardData.files);
  };
  useKeys([
    {
      key: 'r',
      text: strings().chats.write,
      act: () => container.current?.querySelector('textarea')?.focus(),
    },
  ]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and pasting of the field inside it.
    <div ref={container} className={styles.composer} onKeyDown={onKeyDown} onPaste={onPaste}>
      <TextArea
        label={label}
        placeholder={label}
        bare
        value={body}
        onChange={setBody}
        draftKey={draftKey}
        rows={2}
        problem={problem}
      />
      {files.chosen.length > 0 && (
        <ul className={styles.files}>
          {files.chosen.map(({ key, name, file }) => (
            <li key={key}>
              <span className="cut">{name}</span>
              {!file && <span className={styles.soft}>{strings().chats.uploading}</span>}
              <Button icon aria-label={strings().chats.removeFile(name)} onClick={() => files.remove(key)}>
                <X />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            files.add(event.target.files ?? []);
            event.target.value = '';
          }}
        />
        <Button onClick={() => chooser.current?.click()}>{strings().chats.attach}</Button>
        <p className={styles.soft}>{waitReason}</p>
        <Button primary disabled={!maySend} onClick={() => void send()}>
          {action ?? strings().chats.send}
        </Button>
      </div>
    </div>
  );
}
