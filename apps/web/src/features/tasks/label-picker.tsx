import type { Label } from '@tandem/client';
import { useState } from 'react';
import { strings } from '../../strings/index.ts';
import { Picker } from '../../ui/picker.tsx';

interface LabelPickerProps {
  readonly label: string;
  readonly placeholder: string;
  /** Not all labels may be loaded. */
  readonly known: readonly Label[];
  /** Names that aren't offered. */
  readonly without?: readonly string[];
  readonly bare?: boolean;
  readonly onChange: (name: string) => void;
}

/** A label by name. The typed name is offered too, and the server finds or creates it. */
export function LabelPicker({ label, placeholder, known, without = [], bare, onChange }: LabelPickerProps) {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const isKnown = [...known.map((each) => each.name), ...without].some((each) => same(each, name));
  return (
    <Picker
      bare={bare}
      label={label}
      placeholder={placeholder}
      choices={[
        ...known.filter((each) => !without.includes(each.name)).map(choiceOf),
        ...(name !== '' && !isKnown ? [{ value: name, text: strings().task.addLabel(name) }] : []),
      ]}
      value={null}
      onWrite={setTyped}
      onChange={(choice) => choice && onChange(choice.value)}
    />
  );
}

const choiceOf = ({ name }: Label) => ({ value: name, text: name });

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
