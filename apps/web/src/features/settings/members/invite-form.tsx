import { ROLES, type Role } from '@tandem/client';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { TextField } from '../../../ui/fields.tsx';
import { optionsOf, Select } from '../../../ui/select.tsx';
import { Form } from '../parts/form.tsx';
import { HandleField, nameIn } from './handle-field.tsx';
import type { Invited } from './invitation-link.tsx';

const words = () => strings().settings.members;

const EMPTY = { name: null as string | null, displayName: '', email: '', role: 'member' as Role };

interface InviteFormProps {
  readonly onDone: (invited: Invited) => void;
  readonly onCancel: () => void;
}

/** Adds a person and shows an invitation to pass on. */
export const InviteForm = ({ onDone, onCancel }: InviteFormProps) => (
  <Form
    initial={EMPTY}
    send={(draft) =>
      tandem.members.create({ ...draft, name: nameIn(draft), email: draft.email.trim() || null })
    }
    onDone={onDone}
    onCancel={onCancel}
    invalidates={['members']}
    submit={words().send}
  >
    {({ draft, field }) => (
      <>
        <TextField required autoFocus label={words().displayName} {...field('displayName')} />
        <HandleField draft={draft} field={field} />
        <TextField type="email" label={words().email} hint={words().emailHint} {...field('email')} />
        <Select label={words().role} options={optionsOf(ROLES, words().roles)} {...field('role')} />
      </>
    )}
  </Form>
);
