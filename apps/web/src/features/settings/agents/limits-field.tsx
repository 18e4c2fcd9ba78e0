import type { Agent } from '@tandem/client';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { X } from '../../../ui/icons.ts';
import styles from '../parts/settings.module.css';

const words = () => strings().settings.agents;

/** A limit as typed. */
export interface Limit {
  readonly name: string;
  readonly perDay: string;
}

export const shownLimits = (limits: Agent['limits']): readonly Limit[] =>
  Object.entries(limits?.usage ?? {}).map(([name, { perDay }]) => ({ name, perDay: String(perDay) }));

/** The limits for the API; those without a name are dropped. */
export function limitsOf(limits: readonly Limit[]): Agent['limits'] {
  const named = limits.filter(({ name }) => name.trim() !== '');
  if (named.length === 0) return null;
  return {
    usage: Object.fromEntries(named.map(({ name, perDay }) => [name.trim(), { perDay: Number(perDay) }])),
  };
}

interface LimitsFieldProps {
  readonly value: readonly Limit[];
  readonly onChange: (limits: readonly Limit[]) => void;
}

/** The daily limits of an agent. */
export function LimitsField({ value: limits, onChange }: LimitsFieldProps) {
  const set = (at: number, change: Partial<Limit>) =>
    onChange(limits.map((limit, i) => (i === at ? { ...limit, ...change } : limit)));
  return (
    <fieldset className={styles.group}>
      <legend>{words().limits}</legend>
      {limits.map(({ name, perDay }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a limit is known by its place while its name is typed.
        <div key={i} className={styles.fields}>
          <TextField label={words().limitName} value={name} onChange={(next) => set(i, { name: next })} />
          <TextField
            type="number"
            min={0}
            step="any"
            label={words().limitPerDay}
            value={perDay}
            onChange={(next) => set(i, { perDay: next })}
          />
          <Button
            quiet
            aria-label={words().removeLimit(name)}
            onClick={() => onChange(limits.filter((_, at) => at !== i))}
          >
            <X />
          </Button>
        </div>
      ))}
      <p className="soft small">{words().limitsHint}</p>
      <Button quiet onClick={() => onChange([...limits, { name: '', perDay: '' }])}>
        {words().addLimit}
      </Button>
    </fieldset>
  );
}
