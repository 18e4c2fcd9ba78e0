import type { Task } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { Tag } from '../../ui/tag.tsx';
import { clockTime, useNow } from '../../ui/time.tsx';

/** The time before which no agent gets the task. */
export function DeferredTag({ task: { status, notBefore } }: { task: Task }) {
  const now = useNow();
  const until = notBefore === null ? 0 : Date.parse(notBefore);
  if (status !== 'todo' || until <= now) return null;
  return <Tag>{strings().tasks.deferredUntil(clockTime(until, now))}</Tag>;
}
