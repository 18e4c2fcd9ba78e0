import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { ConflictError } from '../api/conflict-error.ts';
import { strings } from '../strings/index.ts';
import { Button } from './button.tsx';
import styles from './editable.module.css';
import { TextField } from './fields.tsx';
import { useFocusBack } from './focus-back.ts';
import { type Draft, keepDraft, keptDraft } from './kept-draft.ts';
import { toast } from './toasts.ts';

interface EditableProps {
  /** What it is, in small letters: “title”. */
  readonly what: string;
  readonly value: string;
  /** Of which thing it is: under this name what is written is kept over a reload. */
  readonly keep: string;
  /** How it is shown while nobody edits it; the bare text unless given. */
  readonly children?: ReactNode;
  /** What is to be known of a change, said while it is edited. */
  readonly hint?: string | undefined;
  /**
   * Sends it, with what it was when the edit began, or what one was told of last: others may have changed it since.
   * What it throws has been told already, and the text stays in its field.
   */
  readonly onSave: (value: string, base: string) => Promise<unknown>;
  /** Whoever looks may not change it: it is shown, and no edit is offered. */
  readonly locked?: boolean | undefined;
}

/**
 * A line of text that is edited where it stands. Escape takes the edit back; a refused text stays to be mended, and
 * over what somebody else has written meanwhile nothing is sent before one has been told of it.
 */
export const Editable = (props: EditableProps) => <OfOne key={props.keep} {...props} />;

function OfOne({ what, value, keep, children, hint, onSave, locked }: EditableProps) {
  const [draft, setDraft] = useState<Draft | null>(() => keptDraft(keep));
  // What is there again after a reload does not take the focus.
  const [begun, setBegun] = useState(false);
  const [sending, setSending] = useState(false);
  const goesBack = useFocusBack();
  const write = (next: Draft | null) => {
    keepDraft(keep, next);
    setDraft(next);
  };
  if (draft === null || locked) {
    return (
      <div className={styles.shown}>
        {children ?? <span>{value || strings.none}</span>}
        {!locked && (
          <Button
            icon
            ref={goesBack}
            onClick={() => {
              setBegun(true);
              setDraft({ text: value, base: value });
            }}
            aria-label={strings.edit(what)}
          >
            ✎
          </Button>
        )}
      </div>
    );
  }
  const { text, base } = draft;
  const overtaken = ({ message, theirs }: ConflictError) => {
    toast({ tone: 'bad', text: message });
    write({ text, base: theirs });
  };
  const save = async () => {
    if (text === base || text === value) return write(null);
    if (value !== base) return overtaken(new ConflictError(what, value));
    setSending(true);
    try {
      await onSave(text, base);
      write(null);
    } catch (error) {
      // Its reason has been told; the text stays, and is sent over what one has been told of.
      if (error instanceof ConflictError) write({ text, base: error.theirs });
    } finally {
      setSending(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') write(null);
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void save();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside it.
    <div className={styles.edited} onKeyDown={onKeyDown}>
      <TextField
        bare
        autoFocus={begun}
        label={what}
        hint={hint}
        value={text}
        onChange={(next) => write({ text: next, base })}
      />
      <div className={styles.actions}>
        <Button primary disabled={sending} onClick={() => void save()}>
          {strings.save}
        </Button>
        <Button onClick={() => write(null)}>{strings.cancel}</Button>
      </div>
    </div>
  );
}
