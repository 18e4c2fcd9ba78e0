import type { Telemetry } from '@tandem/client';
import { strings } from '../../strings/index.ts';

/** What an agent says of itself, marked as its own words: it may be wrong, or of yesterday. */
export function OwnWords({ point }: { point: Telemetry | null | undefined }) {
  if (!point) return null;
  const { status, model, activeSessions } = point;
  return (
    <span>
      {strings.agents.saysOfItself}: {strings.agents.says[status]}, {strings.agents.sessions(activeSessions)},{' '}
      {model}
    </span>
  );
}
