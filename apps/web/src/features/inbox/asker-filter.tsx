import { strings } from '../../strings/index.ts';
import { Select } from '../../ui/select.tsx';
import type { Asker } from './askers.ts';

interface AskerFilterProps {
  readonly askers: readonly Asker[];
  /** The id of an asker; empty for all. */
  readonly value: string;
  readonly onChange: (asker: string) => void;
}

/** Shows only the questions of one asker. */
export const AskerFilter = ({ askers, value, onChange }: AskerFilterProps) => (
  <Select
    label={strings().inbox.askedBy}
    value={value}
    options={[
      { value: '', text: strings().inbox.everyone },
      ...askers.map(({ id, name }) => ({ value: id, text: name })),
    ]}
    onChange={onChange}
  />
);
