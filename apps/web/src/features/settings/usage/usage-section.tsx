import type { UsageSum } from '@tandem/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Days, lastDays, usageOf } from '../../../api/queries/usage.ts';
import { strings } from '../../../strings/index.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { short } from '../../../ui/format.ts';
import { LoadError } from '../../../ui/load-error.tsx';
import { Section } from '../../../ui/section.tsx';
import { Select } from '../../../ui/select.tsx';
import styles from '../parts/settings.module.css';
import { Bars } from './bars.tsx';
import { barsOf, columnsOf, namesIn } from './sums.ts';

const words = () => strings().settings.usage;

/** Usage by agent and by day, one number at a time. */
export function UsageSection() {
  const [days, setDays] = useState<Days>('30');
  const [chosen, setChosen] = useState('');
  const { data, error, refetch } = useQuery(usageOf(days));
  const names = data ? namesIn(data.byDay) : [];
  const name = names.includes(chosen) ? chosen : (names[0] ?? '');
  return (
    <div className={styles.section}>
      <p className={styles.hint}>{words().hint}</p>
      <div className={styles.form}>
        <div className={styles.fields}>
          <Select<Days>
            label={words().range}
            value={days}
            options={Object.entries(words().ranges).map(([value, text]) => ({ value: value as Days, text }))}
            onChange={setDays}
          />
          {names.length > 0 && (
            <Select
              label={words().metric}
              value={name}
              options={names.map((value) => ({ value, text: value }))}
              onChange={setChosen}
            />
          )}
        </div>
      </div>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && names.length === 0 && <EmptyState title={words().none} hint={words().noneHint} />}
      {data && names.length > 0 && (
        <>
          <Section title={words().byAgent}>
            <Bars first={words().agent} name={name} bars={barsOf(data.byAgent, name, words().noAgent)} />
          </Section>
          <Section title={words().byDay}>
            <Columns name={name} sums={data.byDay} days={lastDays(Number(days))} />
          </Section>
        </>
      )}
    </div>
  );
}

interface ColumnsProps {
  readonly name: string;
  readonly sums: readonly UsageSum[];
  readonly days: readonly string[];
}

function Columns({ name, sums, days }: ColumnsProps) {
  const values = columnsOf(sums, name, days);
  const total = values.reduce((sum, value) => sum + value, 0);
  return (
    <Chart
      daily
      label={words().of(name, words().byDay)}
      summary={strings().agents.usageSummary(short(total), name, days.length, null)}
      times={days.map((day) => Date.parse(day))}
      series={[{ label: name, values, shape: 'bars' }]}
      format={short}
    />
  );
}
