import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { foundTasks } from '../../../api/queries/search.ts';
import { strings } from '../../../strings/index.ts';
import { Picker } from '../../../ui/picker.tsx';

interface ParentFieldProps {
  /** `#<number> <title>`, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The task that the new one is part of, found by a number or by words. */
export function ParentField({ value, onChange }: ParentFieldProps) {
  const [typed, setTyped] = useState('');
  const { data } = useQuery(foundTasks(typed === value ? '' : typed));
  const none = { value: '', text: strings().tasks.form.noParent };
  const found = (typed === '' ? [] : (data?.data ?? [])).map((hit) => {
    const text = `#${hit.taskNumber} ${hit.title}`;
    return { value: text, text };
  });
  return (
    <Picker
      label={strings().tasks.form.parent}
      choices={[none, ...found]}
      value={value === '' ? none : { value, text: value }}
      onSearch={setTyped}
      onChange={(choice) => onChange(choice?.value ?? '')}
    />
  );
}
