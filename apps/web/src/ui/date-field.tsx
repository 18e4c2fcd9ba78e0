import { useEffect, useState } from 'react';
import { TextField } from './fields.tsx';

export interface DateFieldProps {
  readonly label: string;
  /** As returned by the API, ISO 8601; null for none. */
  readonly value: string | null;
  /** In milliseconds, as the API takes it. */
  readonly onChange: (value: number | null) => void;
  readonly bare?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}

/** Typing a year starts with values such as 0002, which are ignored. */
const MIN_DATE = '1000-01-01';

/** A date, in UTC so that it is the same for everyone. */
export function DateField({ value, onChange, ...rest }: DateFieldProps) {
  const date = value?.slice(0, 10) ?? '';
  const [day, setDay] = useState(date);
  useEffect(() => setDay(date), [date]);
  const change = (given: string) => {
    setDay(given);
    if (given === '') onChange(null);
    else if (given >= MIN_DATE && !Number.isNaN(Date.parse(given))) onChange(Date.parse(given));
  };
  return <TextField type="date" value={day} onChange={change} {...rest} />;
}
