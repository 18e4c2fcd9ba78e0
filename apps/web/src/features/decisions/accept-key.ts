import { createContext, type RefObject, useContext } from 'react';
import { strings } from '../../strings/index.ts';
import { useKeys } from '../../ui/keys.ts';

/** The inbox entry around a form; null on other pages. */
export const InboxEntry = createContext<RefObject<HTMLElement | null> | null>(null);

/** Binds A while the focus is in the form's inbox entry. */
export function useAcceptKey(accept: () => void): void {
  const within = useContext(InboxEntry);
  useKeys(within ? [{ key: 'a', text: strings().inbox.keyAccept, act: accept, within }] : []);
}
