import { useEffect, useEffectEvent } from 'react';
import { pageState } from '../state/page-state.ts';

/** The maximum wait for the field to open. */
const MAX_MS = 5_000;
/** Keys that the field receives after the text. */
const REPLAYED: readonly string[] = ['Enter', 'Escape', 'ArrowDown', 'ArrowUp'];
const pressed = pageState<readonly string[]>(() => []);
const end = pageState<AbortController | null>(() => null);

function hold(event: KeyboardEvent): void {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || (target as HTMLElement).matches('input, textarea'))
    return;
  if (key.length > 1 && key !== 'Backspace' && !REPLAYED.includes(key)) return;
  event.preventDefault();
  event.stopPropagation();
  pressed.set(key === 'Backspace' ? pressed.get().slice(0, -1) : [...pressed.get(), key]);
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Presses keys in the focused field, each after the field has rendered the one before. */
async function replay(keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await nextTask();
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement)) return;
    const isHandled = !field.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
    // A synthetic Enter doesn't submit a form by itself.
    if (key === 'Enter' && !isHandled) field.form?.requestSubmit();
  }
}

/**
 * Holds keys typed while a field is opening. They must not reach the page's shortcuts: the letter A in a search must
 * not accept a result.
 */
export const typedAhead = {
  /** Called when a key or click opens a field. */
  hold: (): void => {
    end.get()?.abort();
    pressed.set([]);
    const timeout = new AbortController();
    end.set(timeout);
    document.addEventListener('keydown', hold, { capture: true, signal: timeout.signal });
    setTimeout(() => timeout.abort(), MAX_MS);
  },
  /** Returns the text typed so far and replays the other keys; called when the field has the focus. */
  take: (): string => {
    end.get()?.abort();
    const keys = pressed.get();
    pressed.set([]);
    void replay(keys.filter((key) => REPLAYED.includes(key)));
    return keys.filter((key) => !REPLAYED.includes(key)).join('');
  },
};

/** For components that start with a focused field. */
export function useTypedAhead(onTyped: (typed: string) => void): void {
  const report = useEffectEvent(onTyped);
  useEffect(() => {
    const typed = typedAhead.take();
    if (typed !== '') report(typed);
  }, []);
}
