import type { UsageSum } from '@tandem/client';

/** One line of a table, with its share of the longest. */
export interface Bar {
  readonly key: string;
  readonly text: string;
  readonly value: number;
  /** From 0 to 1. */
  readonly share: number;
}

/** All names of numbers, by the alphabet. */
export const namesIn = (sums: readonly UsageSum[]): string[] =>
  [...new Set(sums.flatMap(({ usage }) => Object.keys(usage)))].sort();

/** What each has used of one number; who has used nothing of it is left out. Agents the most first, days the newest first. */
export function barsOf(sums: readonly UsageSum[], name: string, nobody: string): Bar[] {
  const used = sums.flatMap(({ agent, day, usage: { [name]: value } }) =>
    value ? [{ key: day ?? agent?.id ?? '', text: day ?? agent?.name ?? nobody, value }] : [],
  );
  const max = Math.max(...used.map(({ value }) => value));
  const bars = used.map((bar) => ({ ...bar, share: bar.value / max }));
  return sums.some(({ day }) => day !== undefined) ? bars : bars.sort((a, b) => b.value - a.value);
}
