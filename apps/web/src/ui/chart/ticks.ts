import { language } from '../../strings/index.ts';
import { timeOptions } from '../look.ts';

const FORMATS = [
  [365 * 86_400_000, { year: 'numeric' }],
  [28 * 86_400_000, { month: 'short', year: 'numeric' }],
  [86_400_000, { month: 'short', day: 'numeric' }],
  [0, { hour: '2-digit', minute: '2-digit' }],
] as const satisfies [number, Intl.DateTimeFormatOptions][];

/** The labels of a time axis with ticks `step` milliseconds apart: the date where hours pass midnight. */
export function tickTexts(times: readonly (number | null)[], step: number, zone = timeOptions()): string[] {
  const [min, options] = FORMATS.find(([length]) => step >= length) ?? FORMATS[3];
  const format = new Intl.DateTimeFormat(language(), min === 0 ? { ...options, ...zone } : options);
  const day = new Intl.DateTimeFormat(language(), { ...FORMATS[2][1], ...zone });
  const clock = new Intl.DateTimeFormat('en', { ...FORMATS[3][1], ...zone, hourCycle: 'h23' });
  return times.map((time) => {
    if (time === null) return '';
    return (min === 0 && clock.format(time) === '00:00' ? day : format).format(time);
  });
}
