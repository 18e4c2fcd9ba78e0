import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { ConflictError } from '../api/conflict-error.ts';
import { strings } from '../strings/index.ts';
import { Button } from './button.tsx';
import styles from './editable.module.css';
import { TextField } from './fields.tsx';
import { Pencil } from './icons.ts';
import { type Draft, storeDraft, storedDraft } from './stored-draft.ts';
import { toast } from './toasts.ts';
import { useRestoreFocus } from './use-restore-focus.ts';

interface EditableProps {
  /** The name of the text, in lower case: “title”. */
  readonly field: string;
  readonly value: string;
  /** The draft's key, unique to the resource; the draft survives a reload. */
  readonly draftKey: string;
  /** The display of the text; by default the plain text. */
  readonly children?: ReactNode;
  /** A hint shown while editing. */
  readonly hint?: string | undefined;
  /**
   * Saves the text. `base` is the text when the edit began, or the newer one that the person was shown: others may
   * have changed it since. Rejections have already been shown, and the input stays.
   */
  readonly onSave: (value: string, base: string) => Promise<unknown>;
  /** Read-only for this person. */
  readonly locked?: boolean | undefined;
}

/**
 * A line of text, edited in place. Escape cancels. A refused text stays for correction. A conflicting change by
 * someone else is shown before it can be overwritten.
 */
export const Editable = (props: EditableProps) => <EditableText key={props.draftKey} {...props} />;

function EditableText({ field, value, draftKey, children, hint, onSave, locked }: EditableProps) {
  const [draft, setDraft] = useState<Draft | null>(() => storedDraft(draftKey));
  // A draft restored after a reload doesn't take the focus.
  const [wasOpened, setWasOpened] = useState(false);
  const [sending, setSending] = useState(false);
  const buttonRef = useRestoreFocus();
  const write = (next: Draft | null) => {
    storeDraft(draftKey, next);
    setDraft(next);
  };
  const open = () => {
    setWasOpened(true);
    setDraft({ text: value, base: value });
  };
  // A link in the text is followed, and selecting text edits nothing.
  const onTextClick = ({ target }: MouseEvent) => {
    if (!(target as Element).closest('a, button') && getSelection()?.isCollapsed !== false) open();
  };
  if (draft === null || locked) {
    return (
      <div className={styles.value} {...(!locked && { 'data-editable': true, onClick: onTextClick })}>
        {children ?? <span>{value || strings().none}</span>}
        {!locked && (
          <Button icon ref={buttonRef} onClick={open} aria-label={strings().edit(field)}>
            <Pencil />
          </Button>
        )}
      </div>
    );
  }
  const { text, base } = draft;
  const showConflict = ({ message, theirs }: ConflictError) => {
    toast({ tone: 'bad', text: message });
    write({ text, base: theirs });
  };
  const save = async () => {
    if (text === base || text === value) return write(null);
    if (value !== base) return showConflict(new ConflictError(field, value));
    setSending(true);
    try {
      await onSave(text, base);
      write(null);
    } catch (error) {
      // The reason has been shown; the next save overwrites the text that the person was shown.
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
    <div className="stack" onKeyDown={onKeyDown}>
      <TextField
        bare
        autoFocus={wasOpened}
        label={field}
        hint={hint}
        value={text}
        onChange={(next) => write({ text: next, base })}
      />
      <div className={styles.actions}>
        <Button primary disabled={sending} onClick={() => void save()}>
          {strings().save}
        </Button>
        <Button onClick={() => write(null)}>{strings().cancel}</Button>
      </div>
    </div>
  );
}
