import type { UsageSum } from '@tandem/client';

/** A table row, with its share of the largest value. */
export interface Bar {
  readonly key: string;
  readonly text: string;
  readonly value: number;
  /** Between 0 and 1. */
  readonly share: number;
}

/** The names of all numbers, alphabetically. */
export const namesIn = (sums: readonly UsageSum[]): string[] =>
  [...new Set(sums.flatMap(({ usage }) => Object.keys(usage)))].sort();

/**
 * Each row's value of one number; rows without it are left out. Agents are sorted by value, highest first; days
 * newest first.
 */
export function barsOf(sums: readonly UsageSum[], name: string, nobody: string): Bar[] {
  const used = sums.flatMap(({ agent, day, usage: { [name]: value } }) =>
    value ? [{ key: day ?? agent?.id ?? '', text: day ?? agent?.name ?? nobody, value }] : [],
  );
  const max = Math.max(...used.map(({ value }) => value));
  const bars = used.map((bar) => ({ ...bar, share: bar.value / max }));
  return sums.some(({ day }) => day !== undefined) ? bars : bars.sort((a, b) => b.value - a.value);
}
