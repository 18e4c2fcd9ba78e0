import type { Telemetry } from '@tandem/client';
import { texts } from '../../app/texts/index.ts';
import { exact, percent, short } from '../../ui/numbers.ts';
import { Progress } from '../../ui/progress.tsx';
import { Measure } from './measure.tsx';

/** From here on a context is nearly full, and what comes next may be forgotten. */
const NEARLY_FULL = 0.85;

/** How full the context of an agent is, as its process has reported last. */
export function Context({ point }: { point: Telemetry }) {
  const { contextTokens: used, contextLimit: limit } = point;
  if (limit === 0) return null;
  return (
    <Measure
      name={texts.agents.context}
      value={`${percent(used / limit)} · ${texts.agents.contextOf(short(used), short(limit))}`}
      exact={texts.agents.contextOf(exact(used), exact(limit))}
    >
      <Progress
        label={texts.agents.context}
        value={used / limit}
        tone={used / limit >= NEARLY_FULL ? 'warn' : undefined}
      />
    </Measure>
  );
}
