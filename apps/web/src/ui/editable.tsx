import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Overtaken } from '../api/overtaken.ts';
import { texts } from '../app/texts/index.ts';
import { Button } from './button.tsx';
import styles from './editable.module.css';
import { TextArea, TextField } from './fields.tsx';
import { useFocusBack } from './focus-back.ts';

interface EditableProps {
  /** What it is, in small letters: “title”. */
  readonly what: string;
  readonly value: string;
  /** How it is shown while nobody edits it; the bare text unless given. */
  readonly children?: ReactNode;
  /** What is to be known of a change, said while it is edited. */
  readonly hint?: string | undefined;
  /** Several lines. */
  readonly long?: boolean;
  /**
   * Sends it, with what it was when the edit began, or what one was told of last: others may have changed it since. What it
   * throws has been told already, and the text stays in its field.
   */
  readonly onSave: (value: string, base: string) => Promise<unknown>;
  /** Keeps a long text over a reload, under this name. */
  readonly keep?: string;
  /** Whoever looks may not change it: it is shown, and no edit is offered. */
  readonly locked?: boolean | undefined;
}

/** A text that is edited where it stands. Escape takes the edit back; a refused text stays to be mended. */
export function Editable({ what, value, children, hint, long, onSave, keep, locked }: EditableProps) {
  const [draft, setDraft] = useState<string | null>(null);
  // What the edit began with; `value` goes on, with what others do.
  const [base, setBase] = useState(value);
  const [sending, setSending] = useState(false);
  const goesBack = useFocusBack();
  if (draft === null) {
    return (
      <div className={styles.shown}>
        {children ?? <span>{value || texts.none}</span>}
        {!locked && (
          <Button
            quiet
            ref={goesBack}
            className={styles.edit}
            onClick={() => {
              setDraft(value);
              setBase(value);
            }}
            aria-label={texts.edit(what)}
          >
            ✎
          </Button>
        )}
      </div>
    );
  }
  const save = async () => {
    if (draft === base) return setDraft(null);
    setSending(true);
    try {
      await onSave(draft, base);
      setDraft(null);
    } catch (error) {
      // Its reason has been told; the text stays, and is sent over what one has been told of.
      if (error instanceof Overtaken) setBase(error.theirs);
    } finally {
      setSending(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setDraft(null);
    if (
      event.key === 'Enter' &&
      !event.nativeEvent.isComposing &&
      (!long || event.ctrlKey || event.metaKey)
    ) {
      event.preventDefault();
      void save();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside it.
    <div className={styles.edited} onKeyDown={onKeyDown}>
      {long ? (
        <TextArea bare label={what} hint={hint} value={draft} onChange={setDraft} rows={6} keep={keep} />
      ) : (
        <TextField bare autoFocus label={what} hint={hint} value={draft} onChange={setDraft} />
      )}
      <div className={styles.actions}>
        <Button primary disabled={sending} onClick={() => void save()}>
          {texts.save}
        </Button>
        <Button onClick={() => setDraft(null)}>{texts.cancel}</Button>
      </div>
    </div>
  );
}
