import type { Telemetry } from '@tandem/client';
import { useMemo, useState } from 'react';
import { strings } from '../../strings/index.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { exact, percent, short } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';
import styles from './telemetry.module.css';

/** The context against its limit, and one other number: sessions, or one that the process has named itself. */
export function TelemetryCharts({ points }: { points: readonly Telemetry[] }) {
  const [chosen, setChosen] = useState('');
  const names = useMemo(
    () => [...new Set(points.flatMap(({ usage }) => Object.keys(usage ?? {})))],
    [points],
  );
  const name = names.includes(chosen) ? chosen : null;
  const times = useMemo(() => points.map(({ timestamp }) => Date.parse(timestamp)), [points]);
  const context = useMemo(
    () => [
      {
        label: strings().agents.context,
        values: points.map(({ contextTokens }) => contextTokens),
        filled: true,
      },
      {
        label: strings().agents.limit,
        values: points.map(({ contextLimit }) => contextLimit),
        tone: 'quiet' as const,
        shape: 'step' as const,
        dashed: true,
      },
    ],
    [points],
  );
  const other = useMemo(
    () => [
      name === null
        ? {
            label: strings().agents.openSessions,
            values: points.map(({ activeSessions }) => activeSessions),
            shape: 'step' as const,
          }
        : { label: name, values: points.map(({ usage }) => usage?.[name] ?? null) },
    ],
    [points, name],
  );
  const last = points.at(-1);
  if (!last) return null;
  const label = name ?? strings().agents.openSessions;
  const now = name === null ? last.activeSessions : (last.usage?.[name] ?? null);
  const max = Math.max(...points.map(({ contextTokens }) => contextTokens));
  return (
    <div className={styles.charts}>
      <Chart
        label={strings().agents.context}
        summary={strings().agents.contextSummary(
          short(last.contextTokens),
          short(last.contextLimit),
          last.contextLimit === 0 ? '–' : percent(last.contextTokens / last.contextLimit),
          short(max),
        )}
        times={times}
        series={context}
        format={short}
        height={180}
      />
      <div className="stack">
        {names.length > 0 && (
          <div className={styles.choice}>
            <Select
              bare
              label={strings().agents.metric}
              value={name ?? ''}
              options={[
                { value: '', text: strings().agents.openSessions },
                ...names.map((each) => ({ value: each, text: each })),
              ]}
              onChange={setChosen}
            />
          </div>
        )}
        <Chart
          label={label}
          summary={strings().agents.latestSummary(label, now === null ? '–' : exact(now))}
          times={times}
          series={other}
          format={short}
          height={120}
        />
      </div>
    </div>
  );
}
