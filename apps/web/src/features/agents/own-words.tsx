import type { Telemetry } from '@tandem/client';
import { texts } from '../../app/texts/index.ts';

/** What an agent says of itself, marked as its own words: it may be wrong, or of yesterday. */
export function OwnWords({ point }: { point: Telemetry | null | undefined }) {
  if (!point) return null;
  const { status, model, activeSessions } = point;
  return (
    <span>
      {texts.agents.saysOfItself}: {texts.agents.says[status]}, {texts.agents.sessions(activeSessions)},{' '}
      {model}
    </span>
  );
}
