import { strings } from '../../strings/index.ts';
import { RelativeTime } from '../../ui/time.tsx';

/** When an agent was last heard from; empty while loading. */
export function LastSeen({ at }: { at: string | null | undefined }) {
  if (at === undefined) return null;
  if (at === null) return <span>{strings().agents.neverConnected}</span>;
  return (
    <span>
      {strings().agents.lastSeen} <RelativeTime at={at} />
    </span>
  );
}
