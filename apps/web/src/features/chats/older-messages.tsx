import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readOlder } from '../../api/queries/chats.ts';
import { strings } from '../../strings/index.ts';
import { LoadError } from '../../ui/load-error.tsx';
import styles from './older-messages.module.css';

/** The distance from the oldest message at which older ones are loaded. */
const AHEAD = '800px 0px 0px';

interface OlderProps {
  readonly chatId: string;
  /** The cursor of the older messages. */
  readonly before: string;
}

/** Loads older messages when the top comes near. */
export function Older({ chatId, before }: OlderProps) {
  const queries = useQueryClient();
  const container = useRef<HTMLParagraphElement>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const read = useCallback(() => {
    setProblem(null);
    readOlder(queries, chatId, before).catch(setProblem);
  }, [queries, chatId, before]);
  useEffect(() => {
    const scroller = container.current?.closest<HTMLElement>('[data-scroller]');
    if (!container.current || !scroller) return;
    const near = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        near.disconnect();
        read();
      },
      { root: scroller, rootMargin: AHEAD },
    );
    near.observe(container.current);
    return () => near.disconnect();
  }, [read]);
  if (problem) return <LoadError error={problem} onRetry={read} />;
  return (
    <p ref={container} className={styles.older}>
      {strings().chats.older}
    </p>
  );
}
