const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day without a time, the same one for everybody: that of UTC, as it was given. */
export const Day = ({ at }: { at: string }) => (
  <time dateTime={at.slice(0, 10)}>{DAY.format(Date.parse(at))}</time>
);
