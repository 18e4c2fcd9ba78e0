import type { Role } from '@tandem/client';
import { useState } from 'react';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Select, TextField } from '../../../ui/fields.tsx';
import { Form } from '../parts/form.tsx';
import type { Invited } from './invitation-link.tsx';
import { roles } from './roles.ts';

const words = () => strings().settings.members;

interface InviteFormProps {
  readonly onDone: (invited: Invited) => void;
  readonly onCancel: () => void;
}

/** Adds a person and shows an invitation to pass on. */
export function InviteForm({ onDone, onCancel }: InviteFormProps) {
  const [name, setName] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const send = () => tandem.members.create({ name, displayName, role, email: email.trim() || null });
  return (
    <Form send={send} onDone={onDone} onCancel={onCancel} reads={['members']} submit={words().send}>
      {(problem) => (
        <>
          <TextField
            required
            autoFocus
            label={words().displayName}
            problem={problem('displayName')}
            value={displayName}
            onChange={setDisplayName}
          />
          <TextField
            required
            label={words().name}
            hint={words().nameHint}
            problem={problem('name')}
            value={name}
            onChange={setName}
          />
          <TextField
            type="email"
            label={words().email}
            hint={words().emailHint}
            problem={problem('email')}
            value={email}
            onChange={setEmail}
          />
          <Select label={words().role} value={role} options={roles()} onChange={setRole} />
        </>
      )}
    </Form>
  );
}
