import { useEffect, useState } from 'react';

/** So long nobody has typed that it is worth asking. */
const SETTLED_MS = 150;

/** A text once its writer pauses. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
