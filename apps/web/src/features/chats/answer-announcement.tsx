import type { Message, Turn } from '@tandem/client';
import { useEffect, useRef, useState } from 'react';
import { strings } from '../../strings/index.ts';

interface AnswerAnnouncementProps {
  readonly last: Message | undefined;
  readonly turn: Turn | undefined;
  readonly agent: string;
}

/** Announces a new or failed answer to screen readers, once, without its progress. */
export function AnswerAnnouncement({ last, turn, agent }: AnswerAnnouncementProps) {
  const [announcement, setAnnouncement] = useState('');
  const lastSeenId = useRef<string>(undefined);
  useEffect(() => {
    if (!last) return;
    if (lastSeenId.current !== undefined && lastSeenId.current !== last.id) {
      setAnnouncement(last.role === 'assistant' ? strings().chats.answered(agent) : '');
    }
    lastSeenId.current = last.id;
  }, [last, agent]);
  const pendingTurnId = useRef<string>(undefined);
  useEffect(() => {
    if (turn?.status === 'pending') pendingTurnId.current = turn.id;
    else if (turn?.status === 'failed' && pendingTurnId.current === turn.id)
      setAnnouncement(strings().chats.failed(agent));
  }, [turn, agent]);
  return (
    <p className="visually-hidden" role="status">
      {announcement}
    </p>
  );
}
