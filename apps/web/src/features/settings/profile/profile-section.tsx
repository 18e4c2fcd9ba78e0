import { EVERY_SCOPE, type Member, type MembersUpdateBody } from '@tandem/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hostSignIn } from '../../../api/host-sign-in.ts';
import { member } from '../../../api/queries/members.ts';
import { useCurrentMember } from '../../../api/queries/who.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { useChange } from '../../../ui/change.ts';
import { Editable } from '../../../ui/editable.tsx';
import { CheckBox } from '../../../ui/fields.tsx';
import { singleKeys } from '../../../ui/keys.ts';
import { Section } from '../../../ui/section.tsx';
import styles from '../parts/settings.module.css';
import { Appearance } from './appearance.tsx';
import { NotificationKinds } from './notification-kinds.tsx';
import { OtherDevice } from './other-device.tsx';

const words = () => strings().settings.profile;

/** The person's profile and preferences. */
export function ProfileSection() {
  const who = useCurrentMember();
  const { data } = useQuery(member(who.caller.id));
  return (
    <div className={styles.section}>
      {data ? <Own person={data} /> : <p>{who.caller.displayName}</p>}
      {!who.isAdmin && who.isKnown && <p className={styles.hint}>{words().byAdmins}</p>}
      {hostSignIn() === undefined &&
        !who.hasExpiringKey &&
        EVERY_SCOPE.every((scope) => who.key.scopes.includes(scope)) && <OtherDevice />}
      <Appearance />
      <NotificationKinds />
      <Section title={words().keyboard}>
        <SingleKeys />
      </Section>
    </div>
  );
}

function Own({ person }: { person: Member }) {
  const { isAdmin, hasExpiringKey: isLent } = useCurrentMember();
  const { mutateAsync } = useChange({
    send: (change: MembersUpdateBody) => tandem.members.update(person.id, change),
    successMessage: () => strings().settings.saved,
    invalidates: ['member', 'members', 'me'],
  });
  const field = (what: string, value: string, change: (text: string) => MembersUpdateBody, may: boolean) =>
    may ? (
      <Editable
        draftKey={`profile-${what}`}
        field={what.toLowerCase()}
        value={value}
        onSave={(text) => mutateAsync(change(text))}
      />
    ) : (
      value || strings().none
    );
  return (
    <dl className={styles.pair}>
      <dt>{words().displayName}</dt>
      <dd>{field(words().displayName, person.displayName, (displayName) => ({ displayName }), isAdmin)}</dd>
      <dt>{words().name}</dt>
      <dd>{field(words().name, person.name, (name) => ({ name }), isAdmin && !isLent)}</dd>
      <dt>{words().email}</dt>
      <dd>
        {field(
          words().email,
          person.email ?? '',
          (email) => ({ email: email.trim() || null }),
          isAdmin && !isLent,
        )}
      </dd>
      <dt>{words().role}</dt>
      <dd>{person.role && strings().shell.role[person.role]}</dd>
    </dl>
  );
}

/** Stored in this browser, because it depends on the keyboard. */
function SingleKeys() {
  const [on, setOn] = useState(singleKeys.on);
  return (
    <div>
      <CheckBox
        label={words().singleKeys}
        checked={on}
        onChange={(next) => {
          singleKeys.turn(next);
          setOn(next);
        }}
      />
      <p className={styles.hint}>{words().singleKeysHint}</p>
    </div>
  );
}
