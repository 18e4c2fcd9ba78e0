import { useEffect, useRef } from 'react';

/** A key that does something on a page. */
export interface KeyBinding {
  /**
   * As `KeyboardEvent.key` has it, in small letters; `mod+k` with Command on a Mac and Control elsewhere; `g i` is G
   * and then I.
   */
  readonly key: string;
  /** What it does, as the list of keys says it. */
  readonly text: string;
  readonly act: (event: KeyboardEvent) => void;
  /** Goes on as long as the key is held. What decides or changes something does so once for each press. */
  readonly goesOn?: true;
}

const KEPT = 'tandem-single-keys';

/** Single keys can be turned off (WCAG 2.1.4): who speaks to the computer would press them by accident. */
export const singleKeys = {
  on: () => localStorage.getItem(KEPT) !== 'off',
  turn: (on: boolean) => localStorage.setItem(KEPT, on ? 'on' : 'off'),
};

const stack: { readonly current: readonly KeyBinding[] }[] = [];

/** All keys that do something now, the innermost first. */
export const boundKeys = (): readonly KeyBinding[] => stack.toReversed().flatMap(({ current }) => current);

/** On a Mac it is Command that others press Control for. */
export const isMac = /Mac|iP/.test(navigator.platform);

function nameOf(event: KeyboardEvent): string {
  const mod = isMac ? event.metaKey : event.ctrlKey;
  return `${mod ? 'mod+' : ''}${event.key.toLowerCase()}`;
}

/** Where somebody writes, keys are letters; where something is open over the page, they are its own. */
function belongsElsewhere(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return true;
  return target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null;
}

/** So long the first key of two waits for the second. */
const SECOND_MS = 1_000;
let first = '';
let firstAt = 0;

/** The name with the key that was pressed before, where both are bound together. */
function withFirst(name: string): string {
  const both = Date.now() - firstAt < SECOND_MS ? `${first} ${name}` : name;
  first = '';
  return boundKeys().some(({ key }) => key === both) ? both : name;
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  const name = withFirst(nameOf(event));
  const isSingle = !name.startsWith('mod+');
  if (isSingle && (event.metaKey || event.ctrlKey || !singleKeys.on() || belongsElsewhere(event))) return;
  const binding = boundKeys().find(({ key }) => key === name);
  if (!binding && boundKeys().some(({ key }) => key.startsWith(`${name} `))) {
    first = name;
    firstAt = Date.now();
  }
  if (!binding) return;
  event.preventDefault();
  if (!event.repeat || binding.goesOn) binding.act(event);
}

/** Binds keys for as long as the component stands; those of what came later go before. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const entry = useRef(bindings);
  entry.current = bindings;
  useEffect(() => {
    if (stack.length === 0) document.addEventListener('keydown', onKeyDown);
    stack.push(entry);
    return () => {
      stack.splice(stack.indexOf(entry), 1);
      if (stack.length === 0) document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
