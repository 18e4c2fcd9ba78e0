import { type RefObject, useEffect, useRef } from 'react';
import { pageState } from '../state/page-state.ts';

/** A keyboard shortcut. */
export interface KeyBinding {
  /**
   * `KeyboardEvent.key` in lower case, or `space`; `mod+k` is Command on a Mac and Control elsewhere; `shift+p` takes
   * precedence over `p`; `g i` is G and then I.
   */
  readonly key: string;
  /** The description in the list of shortcuts. */
  readonly text: string;
  readonly act: (event: KeyboardEvent) => void;
  /** Repeats while the key is held. Keys that decide or change something fire once per press. */
  readonly repeats?: true;
  /** The key works only while the focus is in this element. */
  readonly within?: RefObject<HTMLElement | null>;
  /** Text fields use the key themselves. */
  readonly outsideFields?: true;
}

const STORAGE_KEY = 'tandem-single-keys';

/** Single keys can be turned off (WCAG 2.1.4): speech input would trigger them by accident. */
export const singleKeys = {
  on: () => localStorage.getItem(STORAGE_KEY) !== 'off',
  turn: (on: boolean) => localStorage.setItem(STORAGE_KEY, on ? 'on' : 'off'),
};

const stack = pageState<readonly { readonly current: readonly KeyBinding[] }[]>(() => []);

/** All current bindings, innermost component first. */
export const boundKeys = (): readonly KeyBinding[] =>
  stack
    .get()
    .toReversed()
    .flatMap(({ current }) => current);

/** Shortcuts use Command on a Mac and Control elsewhere. */
export const isMac = /Mac|iP/.test(navigator.platform);

function nameOf(event: KeyboardEvent): string {
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase();
  const withShift = `shift+${key}`;
  if (!mod && !event.altKey && event.shiftKey && boundKeys().some((binding) => binding.key === withShift))
    return withShift;
  return `${mod ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${key}`;
}

const TEXT_FIELDS = 'textarea, input:not([type="checkbox"], [type="radio"]), [contenteditable]';

/** Keys in a text field type letters, and an open overlay handles its own keys. */
function belongsElsewhere(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return true;
  if (event.key === ' ' && target.closest('button, summary')) return true;
  return target.closest('[role="dialog"], [role="menu"], [role="listbox"], [role="combobox"]') !== null;
}

/** The maximum time between the two keys of a sequence. */
const SECOND_MS = 1_000;
const first = pageState(() => ({ name: '', at: 0 }));

/** The key's name with the previous key in front, if that sequence is bound. */
function withFirst(name: string): string {
  const before = first.get();
  const both = Date.now() - before.at < SECOND_MS ? `${before.name} ${name}` : name;
  first.set({ name: '', at: 0 });
  return boundKeys().some(({ key }) => key === both) ? both : name;
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const name = withFirst(nameOf(event));
  const isSingle = !name.startsWith('mod+');
  if (isSingle && (event.metaKey || event.ctrlKey || !singleKeys.on() || belongsElsewhere(event))) return;
  const binding = boundKeys().find(
    ({ key, within, outsideFields }) =>
      key === name &&
      (!within || within.current?.contains(document.activeElement)) &&
      !(outsideFields && (event.target as HTMLElement).matches(TEXT_FIELDS)),
  );
  if (!binding && boundKeys().some(({ key }) => key.startsWith(`${name} `))) {
    first.set({ name, at: Date.now() });
  }
  if (!binding) return;
  event.preventDefault();
  if (!event.repeat || binding.repeats) binding.act(event);
}

/** Binds keys while the component is mounted; later components take precedence. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const entry = useRef(bindings);
  entry.current = bindings;
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    stack.set([...stack.get(), entry]);
    return () => {
      stack.set(stack.get().filter((each) => each !== entry));
      if (stack.get().length === 0) document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
