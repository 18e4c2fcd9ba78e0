import type { Agent } from '@tandem/client';
import { type FormEvent, useState } from 'react';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { exact } from '../../ui/format.ts';
import { X } from '../../ui/icons.ts';
import styles from './settings.module.css';

type AgentLimits = Agent['limits'];

interface LimitsProps {
  readonly limits: AgentLimits;
  /** Read-only if absent. */
  readonly onChange: ((limits: AgentLimits) => Promise<unknown>) | undefined;
}

/** An agent's usage today against its daily limits. */
export function Limits({ limits, onChange }: LimitsProps) {
  const usage = limits?.usage ?? {};
  const entries = Object.entries(usage);
  const without = (name: string): AgentLimits => {
    const rest = Object.fromEntries(entries.filter(([each]) => each !== name));
    return Object.keys(rest).length === 0 ? null : { usage: rest };
  };
  return (
    <div className={styles.limits}>
      {entries.length === 0 ? (
        <p>{strings().agents.noLimits}</p>
      ) : (
        <ul className={styles.limits}>
          {entries.map(([name, { perDay }]) => (
            <li key={name}>
              <span className={styles.value}>{strings().agents.perDay(exact(perDay), name)}</span>
              {onChange && (
                <Button
                  icon
                  aria-label={strings().agents.removeLimit(name)}
                  onClick={() => void onChange(without(name)).catch(() => undefined)}
                >
                  <X />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {onChange && (
        <NewLimit onAdd={(name, perDay) => onChange({ usage: { ...usage, [name]: { perDay } } })} />
      )}
    </div>
  );
}

function NewLimit({ onAdd }: { onAdd: (name: string, perDay: number) => Promise<unknown> }) {
  const [name, setName] = useState('');
  const [max, setMax] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await onAdd(name.trim(), Number(max));
      setName('');
      setMax('');
    } catch {
      // The reason has been shown; the input stays.
    }
  };
  return (
    <form className={styles.add} onSubmit={(event) => void submit(event)}>
      <TextField label={strings().agents.metric} value={name} onChange={setName} placeholder="tokens" />
      <TextField
        label={strings().agents.limitPerDay}
        value={max}
        onChange={setMax}
        inputMode="decimal"
        placeholder="500000"
      />
      <Button type="submit" disabled={name.trim() === '' || !(Number(max) > 0)}>
        {strings().agents.set}
      </Button>
    </form>
  );
}
