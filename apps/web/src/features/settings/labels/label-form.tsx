import type { Label, LabelColor } from '@tandem/client';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { TextField } from '../../../ui/fields.tsx';
import { Form } from '../parts/form.tsx';
import { Swatches } from './swatches.tsx';

/** Subjects that show labels. */
export const LABEL_READS = ['labels', 'tasks', 'task'];

interface LabelFormProps {
  /** Omitted for a new label. */
  readonly label?: Label;
  readonly onClose: () => void;
}

export function LabelForm({ label, onClose }: LabelFormProps) {
  const { labels } = strings().settings;
  return (
    <Form<{ name: string; color: LabelColor }, Label>
      initial={label ?? { name: '', color: 'gray' }}
      send={({ name, color }) =>
        label ? tandem.labels.update(label.id, { name, color }) : tandem.labels.create({ name, color })
      }
      onDone={onClose}
      onCancel={onClose}
      invalidates={LABEL_READS}
      submit={label ? strings().save : labels.create}
    >
      {({ field }) => (
        <>
          <TextField label={labels.name} autoFocus required {...field('name')} />
          <Swatches {...field('color')} />
        </>
      )}
    </Form>
  );
}
