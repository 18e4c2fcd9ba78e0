import { useEffect, useEffectEvent } from 'react';
import { pageState } from '../state/page-state.ts';

/** The maximum wait for the field to open. */
const MAX_MS = 5_000;
const typed = pageState(() => '');
const end = pageState<AbortController | null>(() => null);

function hold(event: KeyboardEvent): void {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || (target as HTMLElement).matches('input, textarea'))
    return;
  if (key.length > 1 && key !== 'Backspace') return;
  event.preventDefault();
  event.stopPropagation();
  typed.set(key === 'Backspace' ? typed.get().slice(0, -1) : typed.get() + key);
}

/**
 * Holds keys typed while a field is opening. They must not reach the page's shortcuts: the letter A in a search must
 * not accept a result.
 */
export const typedAhead = {
  /** Called when a key or click opens a field. */
  hold: (): void => {
    typedAhead.take();
    const timeout = new AbortController();
    end.set(timeout);
    document.addEventListener('keydown', hold, { capture: true, signal: timeout.signal });
    setTimeout(() => timeout.abort(), MAX_MS);
  },
  /** Returns the keys typed so far; called when the field has the focus. */
  take: (): string => {
    end.get()?.abort();
    const taken = typed.get();
    typed.set('');
    return taken;
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
