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

/** A day. It is that of UTC, so that it is the same one for everybody. */
export const DateField = ({ value, onChange, ...rest }: DateFieldProps) => (
  <TextField
    type="date"
    value={value?.slice(0, 10) ?? ''}
    onChange={(day) => {
      const at = day === '' ? null : Date.parse(day);
      if (at === null || !Number.isNaN(at)) onChange(at);
    }}
    {...rest}
  />
);
