import { useEffect, useState } from 'react';
import { TextField } from './fields.tsx';

interface DateFieldProps {
  readonly label: string;
  /** As the API says it, ISO 8601; null for none. */
  readonly value: string | null;
  /** As the API takes it, in milliseconds. */
  readonly onChange: (value: number | null) => void;
  readonly bare?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}

/** Whoever types a year begins with 0002: that is not meant yet. */
const FIRST = '1000-01-01';

/** A day. It is that of UTC, so that it is the same one for everybody. */
export function DateField({ value, onChange, ...rest }: DateFieldProps) {
  const shown = value?.slice(0, 10) ?? '';
  const [day, setDay] = useState(shown);
  useEffect(() => setDay(shown), [shown]);
  const change = (given: string) => {
    setDay(given);
    if (given === '') onChange(null);
    else if (given >= FIRST && !Number.isNaN(Date.parse(given))) onChange(Date.parse(given));
  };
  return <TextField type="date" value={day} onChange={change} {...rest} />;
}
