import { language } from '../strings/index.ts';
import { timeOptions } from './look.ts';

/** The format of a moment, in the language of the page, and in the time zone and hour cycle that the person prefers. */
export function momentFormatter(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return () => {
    const preferred = timeOptions();
    const key = [language(), preferred.timeZone, preferred.hourCycle].join(' ');
    const format = formats.get(key) ?? new Intl.DateTimeFormat(language(), { ...options, ...preferred });
    formats.set(key, format);
    return format;
  };
}

/** A format in the language of the page, created once for each language. */
export function formatter<Format>(create: (language: string) => Format): () => Format {
  const formats = new Map<string, Format>();
  return () => {
    const tag = language();
    const format = formats.get(tag) ?? create(tag);
    formats.set(tag, format);
    return format;
  };
}

const numbers = (options: Intl.NumberFormatOptions) => {
  const format = formatter((tag) => new Intl.NumberFormat(tag, options));
  return (value: number): string => format().format(value);
};

/** An abbreviated number such as 41.2K; show the exact one as well, for example in a title. */
export const short = numbers({ notation: 'compact', maximumFractionDigits: 1 });
export const exact = numbers({ maximumFractionDigits: 2 });
export const percent = numbers({ style: 'percent', maximumFractionDigits: 0 });

const SPANS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A length of time in its two largest units, such as 1 hr 20 min. */
export function spanOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const first = SPANS.findIndex(([, length]) => seconds >= length);
  const parts = SPANS.slice(first === -1 ? SPANS.length - 1 : first).slice(0, 2);
  return parts
    .map(
      ([unit, length], index) =>
        [unit, Math.floor((index === 0 ? seconds : seconds % (parts[0]?.[1] ?? 1)) / length)] as const,
    )
    .filter(([, count], index) => index === 0 || count > 0)
    .map(([unit, count]) =>
      new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'short' }).format(count),
    )
    .join(' ');
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A file size in a readable unit. */
export function sizeOf(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1000)));
  return new Intl.NumberFormat(language(), {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: bytes < 10 * 1000 ** step && step > 0 ? 1 : 0,
  }).format(bytes / 1000 ** step);
}
