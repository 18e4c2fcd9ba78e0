import type { Telemetry } from '@tandem/client';
import { strings } from '../../strings/index.ts';

/** The agent's own report, marked as such: it may be wrong or outdated. */
export function SelfReport({ point }: { point: Telemetry | null | undefined }) {
  if (!point) return null;
  const { status, model, activeSessions } = point;
  return (
    <span>
      {strings().agents.selfReported}: {strings().agents.reportedStatus[status]},{' '}
      {strings().agents.sessions(activeSessions)}, {model}
    </span>
  );
}
