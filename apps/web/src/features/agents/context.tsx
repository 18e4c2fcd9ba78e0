import type { Telemetry } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { exact, percent, short } from '../../ui/format.ts';
import { Progress } from '../../ui/progress.tsx';
import { Measure } from './measure.tsx';

/** Above this share a context is nearly full, and the agent may forget later input. */
const NEARLY_FULL = 0.85;

/** The fill level of an agent's context, as its process last reported. */
export function Context({ point }: { point: Telemetry }) {
  const { contextTokens: used, contextLimit: limit } = point;
  if (limit === 0) return null;
  return (
    <Measure
      name={strings().agents.context}
      value={`${percent(used / limit)} · ${strings().agents.contextOf(short(used), short(limit))}`}
      exact={strings().agents.contextOf(exact(used), exact(limit))}
    >
      <Progress
        label={strings().agents.context}
        value={used / limit}
        tone={used / limit >= NEARLY_FULL ? 'warn' : undefined}
      />
    </Measure>
  );
}
