import { type Member, type MembersUpdateBody, type RemovedMember, ROLES } from '@tandem/client';
import { useCurrentMember } from '../../../api/queries/who.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../../ui/change.ts';
import { Editable } from '../../../ui/editable.tsx';
import { Name } from '../../../ui/name.tsx';
import { optionsOf, Select } from '../../../ui/select.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { ConfirmedButton } from '../parts/confirmed-button.tsx';
import styles from '../parts/settings.module.css';
import type { Invited } from './invitation-link.tsx';
import { InviteAgain } from './invite-again.tsx';
import { MergeInto } from './merge-into.tsx';

const words = () => strings().settings.members;

interface PersonRowProps {
  readonly person: Member;
  readonly onInvited: (invited: Invited) => void;
  readonly onRemaining: (keys: RemovedMember['remaining']) => void;
}

/** A person, with the admin's actions. */
export function PersonRow({ person, onInvited, onRemaining }: PersonRowProps) {
  const { id, name, displayName, email, role, invitedUntil } = person;
  const { caller, hasExpiringKey } = useCurrentMember();
  const invalidates = ['members', 'member', 'me'];
  const change = useChange({
    send: (body: MembersUpdateBody) => tandem.members.update(id, body),
    successMessage: () => strings().settings.saved,
    invalidates,
  });
  const uninvite = useChange({
    send: () => tandem.members.uninvite(id),
    successMessage: () => words().revoked(displayName),
    invalidates,
  });
  const remove = useChange({
    send: () => tandem.members.delete(id, { headers: { Prefer: 'return=representation' } }),
    successMessage: (gone) => words().removed(displayName, gone?.keys.length ?? 0),
    onDone: (gone) => onRemaining(gone?.remaining ?? []),
    invalidates: [...invalidates, 'keys', 'sessions'],
  });
  return (
    <>
      <div className={styles.what}>
        <Editable
          draftKey={`member-${id}`}
          field={`${words().displayName.toLowerCase()} ${displayName}`}
          value={displayName}
          onSave={(next) => change.mutateAsync({ displayName: next })}
        >
          <p className={styles.title}>
            <Name name={displayName} />
            {id === caller.id && <Tag>{words().you}</Tag>}
            {person.kind === 'external' && <Tag>{words().external(person.externalId?.source)}</Tag>}
          </p>
        </Editable>
        <p className="soft small">
          {name}
          {email && ` · ${email}`}
          {invitedUntil && (
            <>
              {` · ${words().invited} ${strings().settings.expires} `}
              <RelativeTime at={invitedUntil} />
            </>
          )}
        </p>
      </div>
      {!hasExpiringKey && (
        <div className="beside">
          <Select
            bare
            label={words().roleOf(displayName)}
            value={role ?? 'member'}
            options={optionsOf(ROLES, words().roles)}
            disabled={change.isPending}
            onChange={(next) => change.mutate({ role: next })}
          />
          {id !== caller.id && (
            <>
              {invitedUntil && (
                <Button
                  quiet
                  aria-label={words().revokeOf(displayName)}
                  disabled={uninvite.isPending}
                  onClick={() => uninvite.mutate()}
                >
                  {words().revoke}
                </Button>
              )}
              {person.kind === 'external' && <MergeInto external={person} />}
              <InviteAgain
                person={person}
                onInvited={(invitation) => onInvited({ displayName, invitation })}
              />
              <ConfirmedButton
                text={words().remove}
                label={words().removeOf(displayName)}
                title={words().removeTitle(displayName)}
                hint={words().removeHint}
                disabled={remove.isPending}
                onConfirm={() => remove.mutate()}
              />
            </>
          )}
        </div>
      )}
    </>
  );
}
