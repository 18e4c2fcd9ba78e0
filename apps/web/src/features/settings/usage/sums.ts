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

/** Each agent's value of one number, highest first; agents without it are left out. */
export function barsOf(sums: readonly UsageSum[], name: string, nobody: string): Bar[] {
  const used = sums.flatMap(({ agent, usage: { [name]: value } }) =>
    value ? [{ key: agent?.id ?? '', text: agent?.name ?? nobody, value }] : [],
  );
  const max = Math.max(...used.map(({ value }) => value));
  return used.map((bar) => ({ ...bar, share: bar.value / max })).sort((a, b) => b.value - a.value);
}

/** The value of each day; a day without usage has none. */
export function columnsOf(sums: readonly UsageSum[], name: string, days: readonly string[]): number[] {
  const byDay = new Map(sums.map(({ day, usage }) => [day, usage[name] ?? 0]));
  return days.map((day) => byDay.get(day) ?? 0);
}
