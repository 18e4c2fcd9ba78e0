import type { Agent } from '@tandem/client';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { lastDays, usageOfDay } from '../../api/queries/usage.ts';
import { strings } from '../../strings/index.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { short } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';

/** Two weeks, so that a day can be compared with the same weekday of the week before. */
const DAYS = 14;

/** An agent's usage per day, against its limits. */
export function UsageSection({ agent: { id, limits } }: { agent: Agent }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const days = lastDays(DAYS);
  const used = useQueries({
    queries: days.map(usageOfDay),
    combine: (results) => results.map(({ data }) => (data ? (data.get(id) ?? {}) : null)),
  });
  const names = [
    ...new Set([...Object.keys(limits?.usage ?? {}), ...used.flatMap((day) => Object.keys(day ?? {}))]),
  ];
  const [first] = names;
  if (first === undefined) return null;
  const name = chosen && names.includes(chosen) ? chosen : first;
  const perDay = limits?.usage[name]?.perDay;
  const values = used.map((day) => (day ? (day[name] ?? 0) : null));
  const sum = values.reduce<number>((all, value) => all + (value ?? 0), 0);
  return (
    <Section
      title={strings().agents.usageByDay}
      actions={
        names.length > 1 && (
          <Select
            bare
            label={strings().agents.metric}
            value={name}
            options={names.map((each) => ({ value: each, text: each }))}
            onChange={setChosen}
          />
        )
      }
    >
      <Chart
        daily
        height={160}
        label={strings().agents.usageOf(name)}
        summary={strings().agents.usageSummary(
          short(sum),
          name,
          DAYS,
          perDay === undefined ? null : short(perDay),
        )}
        times={days.map((day) => Date.parse(day))}
        series={[
          { label: name, values, shape: 'bars' },
          ...(perDay === undefined
            ? []
            : [
                {
                  label: strings().agents.limit,
                  values: days.map(() => perDay),
                  tone: 'bad',
                  dashed: true,
                } as const,
              ]),
        ]}
        format={short}
      />
    </Section>
  );
}
