import { useEffect, useState } from 'react';

/** The typing pause before a request, in milliseconds. */
const SETTLED_MS = 150;

/** The text once typing pauses. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
