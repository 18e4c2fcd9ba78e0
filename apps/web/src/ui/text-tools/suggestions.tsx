import type { TaskStatus } from '@tandem/client';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useMembers } from '../../api/queries/members.ts';
import { foundTasks } from '../../api/queries/search.ts';
import { strings } from '../../strings/index.ts';
import list from '../picker.module.css';
import { caretOf } from './caret.ts';
import styles from './text-tools.module.css';
import type { Trigger } from './trigger.ts';

/** Handles a key of the field; returns whether it did. */
export type SuggestionKeys = (key: string) => boolean;

interface Suggestion {
  /** The text to insert. */
  readonly text: string;
  readonly name: string;
  readonly detail: string;
}

interface SuggestionsProps {
  readonly field: HTMLTextAreaElement;
  readonly trigger: Trigger;
  readonly keys: RefObject<SuggestionKeys | null>;
  readonly onChoose: (text: string) => void;
  readonly onClose: () => void;
}

const MAX_SHOWN = 8;

/** Suggests members after `@`, and tasks after `#` and a word. */
export const Suggestions = (props: SuggestionsProps) =>
  props.trigger.sign === '@' ? <Members {...props} /> : <Tasks {...props} />;

function Members(props: SuggestionsProps) {
  const words = props.trigger.words.toLowerCase();
  const begins = (text: string) => text.toLowerCase().startsWith(words);
  const items = useMembers()
    .filter(({ name, displayName }) => begins(name) || displayName.split(/\s+/).some(begins))
    .slice(0, MAX_SHOWN)
    .map(({ name, displayName, type }) => ({
      text: `@${name}`,
      name: displayName,
      detail: type === 'agent' ? `@${name} · ${strings().task.agent}` : `@${name}`,
    }));
  return <List {...props} items={items} label={strings().markdown.members} />;
}

function Tasks(props: SuggestionsProps) {
  const { data } = useQuery(foundTasks(props.trigger.words));
  const items = (data?.data ?? []).slice(0, MAX_SHOWN).map(({ taskNumber, title, status }) => ({
    text: `#${taskNumber}`,
    name: `#${taskNumber} ${title}`,
    detail: strings().status[status as TaskStatus],
  }));
  return <List {...props} items={items} label={strings().markdown.tasks} />;
}

interface ListProps extends SuggestionsProps {
  readonly items: readonly Suggestion[];
  readonly label: string;
}

/** The field keeps the focus; arrow keys move through the list. */
function List({ field, trigger, keys, onChoose, onClose, items, label }: ListProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(0);
  const active = Math.min(chosen, items.length - 1);
  const isOpen = items.length > 0;
  keys.current = (key) => {
    if (!isOpen) return false;
    if (key === 'Escape') onClose();
    else if (key === 'ArrowDown') setChosen((active + 1) % items.length);
    else if (key === 'ArrowUp') setChosen((active + items.length - 1) % items.length);
    else if (key === 'Enter' || key === 'Tab') onChoose(items[active]?.text ?? '');
    else return false;
    return true;
  };
  useEffect(
    () => () => {
      keys.current = null;
      field.removeAttribute('aria-activedescendant');
      field.removeAttribute('aria-controls');
    },
    [keys, field],
  );
  useLayoutEffect(() => {
    if (!box.current?.offsetParent) return;
    field.setAttribute('aria-controls', id);
    field.setAttribute('aria-activedescendant', `${id}-${active}`);
    const { style, offsetParent, offsetWidth } = box.current;
    const around = offsetParent.getBoundingClientRect();
    const { top, left } = caretOf(field, trigger.from);
    style.top = `${top - around.top}px`;
    style.left = `${Math.max(0, Math.min(left - around.left, around.width - offsetWidth))}px`;
  });
  if (!isOpen) return null;
  return (
    <div ref={box} id={id} role="listbox" aria-label={label} className={styles.suggestions}>
      {items.map(({ text, name, detail }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
        <div
          key={text}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          data-highlighted={index === active || undefined}
          className={list.item}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(text)}
        >
          <span className="cut">{name}</span>
          <span className="soft small">{detail}</span>
        </div>
      ))}
    </div>
  );
}
