import type { Message, Turn } from '@tandem/client';
import { useEffect, useRef, useState } from 'react';
import { strings } from '../../strings/index.ts';

interface AnnouncedProps {
  readonly last: Message | undefined;
  readonly turn: Turn | undefined;
  readonly agent: string;
}

/** Announces a new or failed answer to screen readers, once, without its progress. */
export function Announced({ last, turn, agent }: AnnouncedProps) {
  const [said, setSaid] = useState('');
  const heard = useRef<string>(undefined);
  useEffect(() => {
    if (!last) return;
    if (heard.current !== undefined && heard.current !== last.id) {
      setSaid(last.role === 'assistant' ? strings().chats.answered(agent) : '');
    }
    heard.current = last.id;
  }, [last, agent]);
  const waited = useRef<string>(undefined);
  useEffect(() => {
    if (turn?.status === 'pending') waited.current = turn.id;
    else if (turn?.status === 'failed' && waited.current === turn.id) setSaid(strings().chats.failed(agent));
  }, [turn, agent]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}
