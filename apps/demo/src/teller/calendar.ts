import type { When } from '../story/notation.ts';

const MINUTE_MS = 60_000;
const UNITS_MS = { m: MINUTE_MS, h: 60 * MINUTE_MS } as const;

/** Converts the story's times to timestamps relative to its creation, in the local time zone. */
export interface Calendar {
  /** When the story is created. */
  readonly now: number;
  at(when: When): number;
  /** A time on the working day that many before today; 0 is today. */
  day(workingDays: number, hour: number): number;
  /** 17:00, that many working days after today. */
  due(workingDays: number): number;
}

export function calendar(now: number): Calendar {
  const day = (workingDays: number, hours: number): number => {
    const date = new Date(now);
    date.setHours(0, 0, 0, 0);
    for (let left = Math.abs(workingDays); left > 0; ) {
      date.setDate(date.getDate() + (workingDays > 0 ? -1 : 1));
      if (isWorkingDay(date)) left--;
    }
    date.setHours(0, Math.round(hours * 60));
    return date.getTime();
  };
  return {
    now,
    day,
    due: (workingDays) => day(-workingDays, 17),
    at: (when) => {
      const [first = '', time] = when.split(' ');
      const count = Number(first.slice(0, -1));
      if (time === undefined) return now - count * UNITS_MS[first.at(-1) as keyof typeof UNITS_MS];
      const [hours = 0, minutes = 0] = time.split(':').map(Number);
      return day(count, hours + minutes / 60);
    },
  };
}

export const isWorkingDay = (date: Date): boolean => date.getDay() !== 0 && date.getDay() !== 6;
