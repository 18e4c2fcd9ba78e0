import {
  CHAT_SCOPES,
  type KeyWithSecret,
  KINDS_FOR_ONESELF,
  KINDS_OF_A_MEMBER,
  KINDS_THAT_CHAT,
  NEW_KEY_KINDS,
  type NewKeyKind,
  SCOPES,
  type Scope,
} from '@tandem/client';
import { serverNow } from '../../../api/clock.ts';
import { useMembers } from '../../../api/queries/members.ts';
import { reaches, useCurrentMember } from '../../../api/queries/who.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { CheckBox, TextField } from '../../../ui/fields.tsx';
import { type Choice, Picker } from '../../../ui/picker.tsx';
import { optionsOf, Select } from '../../../ui/select.tsx';
import { Form } from '../parts/form.tsx';
import styles from '../parts/settings.module.css';
import { endOf, endsWithin } from './ends.ts';

const words = () => strings().settings.keys;

interface KeyFormProps {
  readonly onDone: (key: KeyWithSecret) => void;
  readonly onCancel: () => void;
}

/** Creates a key. It can't have scopes that the caller's own key lacks. */
export function KeyForm({ onDone, onCancel }: KeyFormProps) {
  const { key, isAdmin } = useCurrentMember();
  const ends = endsWithin(key.expiresAt, serverNow());
  const initial = {
    name: '',
    kind: 'service' as NewKeyKind,
    member: null as Choice | null,
    scopes: ['tasks:read'] as readonly Scope[],
    expiresAt: ends[0] ?? 'day',
  };
  const grantsOf = (kind: NewKeyKind) =>
    SCOPES.filter(
      (scope) => reaches(key, scope) && (!CHAT_SCOPES.includes(scope) || KINDS_THAT_CHAT.includes(kind)),
    );
  const send = ({ name, kind, member, scopes, expiresAt }: typeof initial) =>
    tandem.keys.create({
      name,
      kind,
      ...(KINDS_OF_A_MEMBER.includes(kind) && { memberId: member?.value ?? null }),
      scopes: scopes.filter((scope) => grantsOf(kind).includes(scope)),
      expiresAt: endOf(expiresAt, serverNow()),
    });
  return (
    <Form
      initial={initial}
      send={send}
      onDone={onDone}
      onCancel={onCancel}
      invalidates={['keys']}
      submit={words().create}
    >
      {({ draft: { kind }, field }) => (
        <>
          <TextField required autoFocus label={words().name} hint={words().nameHint} {...field('name')} />
          <Select
            label={words().kind}
            options={optionsOf(
              NEW_KEY_KINDS.filter((each) => isAdmin || KINDS_FOR_ONESELF.includes(each)),
              words().kinds,
            )}
            {...field('kind')}
          />
          {KINDS_OF_A_MEMBER.includes(kind) && (
            <MemberPicker agents={kind === 'agent'} {...field('member')} />
          )}
          <ScopesField grants={grantsOf(kind)} {...field('scopes')} />
          <Select label={words().expiresIn} options={optionsOf(ends, words().ends)} {...field('expiresAt')} />
        </>
      )}
    </Form>
  );
}

interface ScopesFieldProps {
  readonly grants: readonly Scope[];
  readonly value: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
}

const ScopesField = ({ grants, value, onChange }: ScopesFieldProps) => (
  <fieldset className={styles.group}>
    <legend>{words().scopes}</legend>
    <div className={styles.choices}>
      {grants.map((scope) => (
        <CheckBox
          key={scope}
          label={scope}
          checked={value.includes(scope)}
          onChange={(on) => onChange(on ? [...value, scope] : value.filter((each) => each !== scope))}
        />
      ))}
    </div>
  </fieldset>
);

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
