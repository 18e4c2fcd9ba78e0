import { type KeyboardEvent, useState } from 'react';
import { ConflictError } from '../../api/conflict-error.ts';
import { messageOf } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../button.tsx';
import { Markdown } from '../markdown.tsx';
import { MarkdownField } from '../markdown-field.tsx';
import { type Draft, storeDraft } from '../stored-draft.ts';
import { toast } from '../toasts.ts';
import styles from './long-text.module.css';

interface EditorProps {
  readonly label: string;
  readonly none: string;
  readonly draftKey: string;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft | null) => void;
  readonly send: (text: string, base: string) => Promise<unknown>;
}

/** The editor. A conflicting change by someone else is shown before it can be overwritten. */
export function Editor({ label, none, draftKey, draft, onDraft, send }: EditorProps) {
  const [theirs, setTheirs] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const close = () => {
    storeDraft(draftKey, null);
    onDraft(null);
  };
  const write = (text: string) => {
    storeDraft(draftKey, { ...draft, text });
    onDraft({ ...draft, text });
  };
  const save = async (base: string) => {
    setSending(true);
    try {
      await send(draft.text, base);
      close();
    } catch (error) {
      if (error instanceof ConflictError) setTheirs(error.theirs);
      else toast({ tone: 'bad', text: messageOf(error) });
    } finally {
      setSending(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && draft.text === draft.base) close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside it.
    <div className="stack" onKeyDown={onKeyDown}>
      <MarkdownField
        bare
        autoFocus
        rows={8}
        label={label}
        value={draft.text}
        onChange={write}
        onSubmit={() => !isUploading && void save(draft.base)}
        onBusy={setUploading}
      />
      {theirs === null ? (
        <div className="beside">
          <Button primary disabled={sending || isUploading} onClick={() => void save(draft.base)}>
            {strings().save}
          </Button>
          <Button onClick={close}>{strings().cancel}</Button>
        </div>
      ) : (
        <section className={styles.conflict} aria-label={strings().conflict.theirs} role="alert">
          <h3>{strings().conflict.title}</h3>
          <p>{strings().conflict.hint}</p>
          <div className={styles.theirs}>{theirs === '' ? none : <Markdown text={theirs} />}</div>
          <div className="beside">
            <Button
              disabled={sending || isUploading}
              onClick={() => {
                onDraft({ ...draft, base: theirs });
                setTheirs(null);
                void save(theirs);
              }}
            >
              {strings().conflict.keepMine}
            </Button>
            <Button onClick={close}>{strings().conflict.useTheirs}</Button>
          </div>
        </section>
      )}
    </div>
  );
}
