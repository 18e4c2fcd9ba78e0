import { useState } from 'react';
import { TextField } from '../../ui/fields.tsx';

interface ColorFieldProps {
  readonly label: string;
  readonly value: string;
  /** Called on blur: a color input fires continuously while choosing. */
  readonly onChange: (value: string) => void;
  readonly disabled?: boolean | undefined;
}

export function ColorField({ value, onChange, ...rest }: ColorFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <TextField
      type="color"
      value={draft ?? value}
      onChange={setDraft}
      onBlur={() => {
        if (draft !== null && draft !== value) onChange(draft);
        setDraft(null);
      }}
      {...rest}
    />
  );
}
