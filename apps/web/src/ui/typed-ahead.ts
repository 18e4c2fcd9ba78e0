import { useEffect, useEffectEvent } from 'react';

/** The maximum wait for the field to open. */
const MAX_MS = 5_000;
let typed = '';
let end: AbortController | null = null;

function hold(event: KeyboardEvent): void {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || (target as HTMLElement).matches('input, textarea'))
    return;
  if (key.length > 1 && key !== 'Backspace') return;
  event.preventDefault();
  event.stopPropagation();
  typed = key === 'Backspace' ? typed.slice(0, -1) : typed + key;
}

/**
 * Holds keys typed while a field is opening. They must not reach the page's shortcuts: the letter A in a search must
 * not accept a result.
 */
export const typedAhead = {
  /** Called when a key or click opens a field. */
  hold: (): void => {
    end?.abort();
    typed = '';
    end = new AbortController();
    document.addEventListener('keydown', hold, { capture: true, signal: end.signal });
    setTimeout((of: AbortController) => of.abort(), MAX_MS, end);
  },
  /** Returns the keys typed so far; called when the field has the focus. */
  take: (): string => {
    end?.abort();
    const taken = typed;
    typed = '';
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
