import { language } from '../../strings/index.ts';

const FORMATS = [
  [365 * 86_400_000, { year: 'numeric' }],
  [28 * 86_400_000, { month: 'short', year: 'numeric' }],
  [86_400_000, { month: 'short', day: 'numeric' }],
  [0, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }],
] as const satisfies [number, Intl.DateTimeFormatOptions][];

/** The labels of a time axis with ticks `step` milliseconds apart: the date where hours pass midnight. */
export function tickTexts(times: readonly (number | null)[], step: number): string[] {
  const [min, options] = FORMATS.find(([length]) => step >= length) ?? FORMATS[3];
  const format = new Intl.DateTimeFormat(language(), options);
  const day = new Intl.DateTimeFormat(language(), FORMATS[2][1]);
  return times.map((time) => {
    if (time === null) return '';
    return (min === 0 && isMidnight(time) ? day : format).format(time);
  });
}

function isMidnight(time: number): boolean {
  const date = new Date(time);
  return date.getHours() === 0 && date.getMinutes() === 0;
}
