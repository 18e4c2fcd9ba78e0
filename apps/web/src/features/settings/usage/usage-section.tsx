import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Days, usageOf } from '../../../api/queries/usage.ts';
import { strings } from '../../../strings/index.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Section } from '../../../ui/section.tsx';
import { Select } from '../../../ui/select.tsx';
import styles from '../parts/settings.module.css';
import { Bars } from './bars.tsx';
import { barsOf, namesIn } from './sums.ts';

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
            <Bars first={words().day} name={name} bars={barsOf(data.byDay, name, words().noAgent)} />
          </Section>
        </>
      )}
    </div>
  );
}
