import { language, strings } from '../strings/index.ts';
import { exact } from './format.ts';

type Usage = Readonly<Record<string, number>>;

/** Amounts of usage in a line. */
export const usageText = (usage: Usage): string =>
  Object.entries(usage)
    .map(([name, amount]) =>
      name === 'costUsd' ? dollars(amount) : `${exact(amount)} ${strings().usage.names[name] ?? name}`,
    )
    .join(', ');

const dollars = (amount: number): string =>
  new Intl.NumberFormat(language(), { style: 'currency', currency: 'USD' }).format(amount);

interface UsageAmountsProps {
  /** What counts. */
  readonly usage: Usage;
  /** Set if the sources differ. */
  readonly sources: { readonly reported: Usage; readonly measured: Usage } | null | undefined;
}

/** The usage of a run; by both of its sources if they differ. */
export const UsageAmounts = ({ usage, sources }: UsageAmountsProps) =>
  sources ? (
    <span title={strings().usage.differ}>
      {strings().usage.reported(usageText(sources.reported))} ·{' '}
      {strings().usage.measured(usageText(sources.measured))}
    </span>
  ) : (
    <span>{usageText(usage)}</span>
  );
