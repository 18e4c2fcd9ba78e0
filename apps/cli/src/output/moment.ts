/** A time in the local time zone on a terminal; in a pipe, as the API returns it. */
export function moment(iso: string | null | undefined): string {
  if (!iso || !process.stdout.isTTY) return iso ?? '';
  const date = new Date(iso);
  return `${dayOf(date)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Only the day, where the time hardly matters. */
export const day = (iso: string | null | undefined): string =>
  iso && process.stdout.isTTY ? dayOf(new Date(iso)) : (iso ?? '');

const dayOf = (date: Date): string =>
  [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');

const two = (number: number): string => String(number).padStart(2, '0');
