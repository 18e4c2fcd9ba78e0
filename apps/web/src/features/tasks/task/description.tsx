import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { TaskNow } from '../../../api/queries/task.ts';
import { messageOf } from '../../../api/tandem.ts';
import { texts } from '../../../app/texts/index.ts';
import { Button } from '../../../ui/button.tsx';
import { drafts } from '../../../ui/fields.tsx';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { Markdown } from '../../../ui/markdown.tsx';
import { MarkdownField } from '../../../ui/markdown-field.tsx';
import { Section } from '../../../ui/section.tsx';
import { toast } from '../../../ui/toasts.ts';
import { Overtaken, save } from './save.ts';
import styles from './task.module.css';

interface DescriptionProps {
  readonly task: TaskNow;
  readonly may: boolean;
}

interface Draft {
  readonly text: string;
  /** What it was made from: over anything else it is not saved unseen. */
  readonly base: string;
}

/** The description, edited in place. A draft outlives a reload, and is never written over what somebody else has written. */
export function Description({ task, may }: DescriptionProps) {
  const { taskNumber } = task;
  const keep = `description-${taskNumber}`;
  const [draft, setDraft] = useState(() => keptDraft(keep));
  const goesBack = useFocusBack();
  const value = task.description ?? '';
  const edit = () => setDraft({ text: value, base: value });
  const action = may && !draft && (
    <Button
      quiet
      ref={goesBack}
      data-key="edit"
      aria-label={texts.edit(texts.task.description.toLowerCase())}
      onClick={edit}
    >
      ✎
    </Button>
  );
  return (
    <Section title={texts.task.description} beside={action}>
      {may && draft ? (
        <Editor task={task} keep={keep} draft={draft} onDraft={setDraft} />
      ) : value === '' ? (
        <p className={styles.nothing}>{texts.task.noDescription}</p>
      ) : (
        <Markdown text={value} />
      )}
    </Section>
  );
}

interface EditorProps {
  readonly task: TaskNow;
  readonly keep: string;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft | null) => void;
}

function Editor({ task: { taskNumber }, keep, draft, onDraft }: EditorProps) {
  const queries = useQueryClient();
  const [theirs, setTheirs] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const close = () => {
    drafts.set(keep, '');
    drafts.set(baseOf(keep), '');
    onDraft(null);
  };
  const write = (text: string) => {
    drafts.set(baseOf(keep), JSON.stringify(draft.base));
    drafts.set(keep, text);
    onDraft({ ...draft, text });
  };
  const send = async (base: string) => {
    setSending(true);
    try {
      await save(queries, taskNumber, ({ description }) => {
        const now = description ?? '';
        if (now !== base) throw new Overtaken(texts.task.changed(texts.task.description.toLowerCase()), now);
        return { description: draft.text.trim() === '' ? null : draft.text };
      });
      close();
    } catch (error) {
      if (error instanceof Overtaken) setTheirs(error.theirs);
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
    <div className={styles.form} onKeyDown={onKeyDown}>
      <MarkdownField
        bare
        autoFocus
        rows={8}
        label={texts.task.description}
        value={draft.text}
        onChange={write}
        onSubmit={() => void send(draft.base)}
      />
      {theirs === null ? (
        <div className={styles.actions}>
          <Button primary disabled={sending} onClick={() => void send(draft.base)}>
            {texts.save}
          </Button>
          <Button onClick={close}>{texts.cancel}</Button>
        </div>
      ) : (
        <section className={styles.conflict} aria-label={texts.task.theirs} role="alert">
          <h3>{texts.task.changedTitle}</h3>
          <p>{texts.task.changedHint}</p>
          <div className={styles.theirs}>
            {theirs === '' ? texts.task.noDescription : <Markdown text={theirs} />}
          </div>
          <div className={styles.actions}>
            <Button
              disabled={sending}
              onClick={() => {
                onDraft({ ...draft, base: theirs });
                setTheirs(null);
                void send(theirs);
              }}
            >
              {texts.task.saveMine}
            </Button>
            <Button onClick={close}>{texts.task.takeTheirs}</Button>
          </div>
        </section>
      )}
    </div>
  );
}

const baseOf = (keep: string) => `${keep}-base`;

/** What was being written when the page was left. */
function keptDraft(keep: string): Draft | null {
  const text = drafts.get(keep);
  const base = drafts.get(baseOf(keep));
  if (text === '' || base === '') return null;
  const parsed: unknown = JSON.parse(base);
  return typeof parsed === 'string' && parsed !== text ? { text, base: parsed } : null;
}
