const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** A date without a time, in UTC as it was entered, so that it is the same for everyone. */
export const Day = ({ at }: { at: string }) => (
  <time dateTime={at.slice(0, 10)}>{DAY.format(Date.parse(at))}</time>
);
