import { type MouseEvent, useState } from 'react';
import { strings } from '../../strings/index.ts';
import { Button } from '../button.tsx';
import { Pencil } from '../icons.ts';
import { type KeyBinding, useKeys } from '../keys.ts';
import { Markdown } from '../markdown.tsx';
import type { MarkdownProps } from '../markdown-props.ts';
import { Section } from '../section.tsx';
import { storedDraft } from '../stored-draft.ts';
import { useRestoreFocus } from '../use-restore-focus.ts';
import { Editor } from './editor.tsx';
import styles from './long-text.module.css';

interface LongTextProps {
  readonly title: string;
  readonly value: string;
  /** The text shown if it is empty. */
  readonly none: string;
  readonly may: boolean;
  /** The draft's key; the draft survives a reload. */
  readonly draftKey: string;
  /** Saves a text that was made from `base`; throws `ConflictError` if the text has changed since. */
  readonly send: (text: string, base: string) => Promise<unknown>;
  /** The shortcut that starts editing. */
  readonly shortcut?: Pick<KeyBinding, 'key' | 'text'>;
  /** Saves a box of a task list; without it, task lists can't be checked off. */
  readonly onCheck?: MarkdownProps['onCheck'];
}

/** A Markdown text, edited in place. A draft survives a reload and never overwrites someone else's change. */
export function LongText({ title, value, none, may, draftKey, send, shortcut, onCheck }: LongTextProps) {
  const [draft, setDraft] = useState(() => storedDraft(draftKey));
  const buttonRef = useRestoreFocus();
  const edit = () => setDraft({ text: value, base: value });
  useKeys(shortcut && may && !draft ? [{ ...shortcut, act: edit }] : []);
  const action = may && !draft && (
    <Button quiet ref={buttonRef} aria-label={strings().edit(title.toLowerCase())} onClick={edit}>
      <Pencil />
    </Button>
  );
  return (
    <Section title={title} actions={action}>
      {may && draft ? (
        <Editor label={title} none={none} draftKey={draftKey} draft={draft} onDraft={setDraft} send={send} />
      ) : value === '' ? (
        <p className="soft">{none}</p>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the button and the shortcut do the same.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the button and the shortcut do the same.
        <div
          className={may ? styles.editable : undefined}
          onClick={may ? (event) => isPlainText(event) && edit() : undefined}
        >
          <Markdown text={value} onCheck={may ? onCheck : undefined} />
        </div>
      )}
    </Section>
  );
}

const INTERACTIVE = 'a, button, img, video, input, label, summary';

/** A click on the text itself that ends no selection. */
function isPlainText({ target, currentTarget, defaultPrevented }: MouseEvent<HTMLElement>): boolean {
  return (
    !defaultPrevented &&
    target instanceof Element &&
    currentTarget.contains(target) &&
    target.closest(INTERACTIVE) === null &&
    getSelection()?.isCollapsed !== false
  );
}
