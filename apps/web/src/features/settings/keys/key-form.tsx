import { KEY_KINDS, type KeyKind, type KeyWithSecret, type Scope } from '@tandem/client';
import { useState } from 'react';
import { serverNow } from '../../../api/clock.ts';
import { useMembers } from '../../../api/queries/members.ts';
import { reaches, useWho } from '../../../api/queries/who.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { CheckBox, Select, TextField } from '../../../ui/fields.tsx';
import { type Choice, Picker } from '../../../ui/picker.tsx';
import { Form } from '../parts/form.tsx';
import styles from '../parts/settings.module.css';
import { type End, endOf, endsWithin } from './ends.ts';

const words = () => strings().settings.keys;

const SCOPES: readonly Scope[] = [
  'tasks:read',
  'tasks:write',
  'agents:read',
  'agents:write',
  'chat:read',
  'chat:write',
  'full',
];
/** Chats are private to a person and an agent: only keys that act for a person reach them. */
const REACHES_CHATS: readonly KeyKind[] = ['person', 'service'];
/** Kinds of keys that act as a member. */
const OF_A_MEMBER: readonly KeyKind[] = ['agent', 'acting'];

interface KeyFormProps {
  readonly onDone: (key: KeyWithSecret) => void;
  readonly onCancel: () => void;
}

/** Creates a key. It can't have scopes that the caller's own key lacks. */
export function KeyForm({ onDone, onCancel }: KeyFormProps) {
  const { key, isAdmin } = useWho();
  const ends = endsWithin(key.expiresAt, serverNow());
  const [name, setName] = useState('');
  const [kind, setKind] = useState<KeyKind>('service');
  const [member, setMember] = useState<Choice | null>(null);
  const [scopes, setScopes] = useState<readonly Scope[]>(['tasks:read']);
  const [end, setEnd] = useState<End>(ends[0] ?? 'day');
  const grants = SCOPES.filter(
    (scope) => reaches(key, scope) && (!scope.startsWith('chat:') || REACHES_CHATS.includes(kind)),
  );
  const send = () =>
    tandem.keys.create({
      name,
      kind,
      ...(OF_A_MEMBER.includes(kind) && { memberId: member?.value ?? null }),
      scopes: scopes.filter((scope) => grants.includes(scope)),
      expiresAt: endOf(end, serverNow()),
    });
  return (
    <Form send={send} onDone={onDone} onCancel={onCancel} reads={['keys']} submit={words().create}>
      {(problem) => (
        <>
          <TextField
            required
            autoFocus
            label={words().name}
            hint={words().nameHint}
            problem={problem('name')}
            value={name}
            onChange={setName}
          />
          <Select
            label={words().kind}
            value={kind}
            options={KEY_KINDS.filter((each) => isAdmin || REACHES_CHATS.includes(each)).map((value) => ({
              value,
              text: words().kinds[value],
            }))}
            onChange={setKind}
          />
          {OF_A_MEMBER.includes(kind) && (
            <MemberPicker agents={kind === 'agent'} value={member} onChange={setMember} />
          )}
          <fieldset className={styles.group}>
            <legend>{words().scopes}</legend>
            <div className={styles.choices}>
              {grants.map((scope) => (
                <CheckBox
                  key={scope}
                  label={scope}
                  checked={scopes.includes(scope)}
                  onChange={(on) => setScopes(on ? [...scopes, scope] : scopes.filter((s) => s !== scope))}
                />
              ))}
            </div>
          </fieldset>
          <Select
            label={words().expiresIn}
            problem={problem('expiresAt')}
            value={end}
            options={ends.map((value) => ({ value, text: words().ends[value] }))}
            onChange={setEnd}
          />
        </>
      )}
    </Form>
  );
}

interface MemberPickerProps {
  readonly agents: boolean;
  readonly value: Choice | null;
  readonly onChange: (choice: Choice | null) => void;
}

function MemberPicker({ agents, value, onChange }: MemberPickerProps) {
  const choices = useMembers()
    .filter(({ type }) => !agents || type === 'agent')
    .map(({ id, displayName, name }) => ({ value: id, text: displayName, detail: name }));
  return <Picker label={words().member} choices={choices} value={value} onChange={onChange} />;
}
