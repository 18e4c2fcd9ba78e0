import { Toolbar as Base } from '@base-ui/react/toolbar';
import type { ComponentType, ReactNode } from 'react';
import { strings } from '../../strings/index.ts';
import { Button } from '../button.tsx';
import { Bold, Code, Italic, Link2, List, ListTodo, Paperclip, Quote } from '../icons.ts';
import { isMac } from '../keys.ts';
import { link, prefix, wrap } from './edit.ts';
import styles from './text-tools.module.css';

interface Tool {
  readonly name: 'bold' | 'italic' | 'link' | 'code' | 'quote' | 'list' | 'tasks';
  readonly Icon: ComponentType;
  /** With Control or Command. */
  readonly key?: string;
  readonly act: (field: HTMLTextAreaElement) => void;
}

const TOOLS: readonly Tool[] = [
  { name: 'bold', Icon: Bold, key: 'b', act: (field) => wrap(field, '**') },
  { name: 'italic', Icon: Italic, key: 'i', act: (field) => wrap(field, '_') },
  { name: 'link', Icon: Link2, key: 'k', act: link },
  { name: 'code', Icon: Code, act: (field) => wrap(field, '`') },
  { name: 'quote', Icon: Quote, act: (field) => prefix(field, '> ') },
  { name: 'list', Icon: List, act: (field) => prefix(field, '- ') },
  { name: 'tasks', Icon: ListTodo, act: (field) => prefix(field, '- [ ] ') },
];

/** Applies the tool of a key; returns whether there is one. */
export function applyKey(field: HTMLTextAreaElement, event: KeyboardEvent): boolean {
  const isMod = isMac ? event.metaKey : event.ctrlKey;
  const tool =
    isMod && !event.shiftKey && !event.altKey && TOOLS.find(({ key }) => key === event.key.toLowerCase());
  if (tool) tool.act(field);
  return Boolean(tool);
}

interface ToolbarProps {
  readonly field: HTMLTextAreaElement;
  /** Chooses files to insert; undefined if the text takes none. */
  readonly onFiles?: (() => void) | undefined;
}

/** Buttons that format the selection: one tab stop, with arrow keys between them. */
export function Toolbar({ field, onFiles }: ToolbarProps) {
  const words = strings().markdown.tools;
  return (
    <Base.Root className={styles.toolbar} aria-label={words.label}>
      {TOOLS.map(({ name, Icon, key, act }) => (
        <ToolButton
          key={name}
          name={words[name]}
          keys={key && `${isMac ? '⌘' : 'Ctrl '}${key.toUpperCase()}`}
          onClick={() => act(field)}
        >
          <Icon />
        </ToolButton>
      ))}
      {onFiles && (
        <ToolButton name={words.file} onClick={onFiles}>
          <Paperclip />
        </ToolButton>
      )}
    </Base.Root>
  );
}

interface ToolButtonProps {
  readonly name: string;
  readonly keys?: string | undefined;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

const ToolButton = ({ name, keys, onClick, children }: ToolButtonProps) => (
  <Base.Button
    render={<Button icon />}
    aria-label={name}
    title={keys ? `${name} (${keys})` : name}
    // The field keeps its selection.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    {children}
  </Base.Button>
);
