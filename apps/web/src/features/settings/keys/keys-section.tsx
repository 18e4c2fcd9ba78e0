import type { Key, KeyWithSecret } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../../api/queries/keys.ts';
import { useMembers } from '../../../api/queries/members.ts';
import { useCurrentMember } from '../../../api/queries/who.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { useChange } from '../../../ui/change.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { Adding } from '../parts/adding.tsx';
import { ConfirmedButton } from '../parts/confirmed-button.tsx';
import { OneTimeSecret } from '../parts/one-time-secret.tsx';
import { Rows } from '../parts/rows.tsx';
import styles from '../parts/settings.module.css';
import { KeyForm } from './key-form.tsx';

const words = () => strings().settings.keys;

/** The keys the person may see: all of them for an admin, otherwise their own. */
export function KeysSection() {
  const who = useCurrentMember();
  const query = useInfiniteQuery(keys);
  const [created, setCreated] = useState<KeyWithSecret | null>(null);
  const mayMake = who.key.scopes.some((scope) => scope === 'full' || scope.endsWith(':write'));
  return (
    <div className={styles.section}>
      <p className={styles.hint}>{words().hint}</p>
      {who.hasExpiringKey && <p className={styles.hint}>{strings().settings.expiringKey}</p>}
      {created && (
        <OneTimeSecret
          title={words().secret(created.name)}
          secret={created.secret}
          noun={words().noun}
          onDone={() => setCreated(null)}
        />
      )}
      {mayMake && (
        <Adding text={words().new}>
          {(close) => (
            <KeyForm
              onDone={(key) => {
                close();
                setCreated(key);
              }}
              onCancel={close}
            />
          )}
        </Adding>
      )}
      <Rows
        label={strings().settings.sections.keys}
        query={query}
        empty={<EmptyState title={words().none} hint={words().noneHint} />}
      >
        {(key) => <KeyRow apiKey={key} />}
      </Rows>
    </div>
  );
}

function KeyRow({ apiKey: { id, name, kind, scopes, memberId, createdBy, ...at } }: { apiKey: Key }) {
  const members = useMembers();
  const { mutate, isPending } = useChange({
    send: () => tandem.keys.revoke(id),
    successMessage: () => words().revoked(name),
    invalidates: ['keys'],
  });
  const owner = members.find((member) => member.id === (memberId ?? createdBy));
  return (
    <>
      <div className={styles.what}>
        <p className={styles.title}>
          {name} <Tag>{words().kinds[kind]}</Tag>
        </p>
        <p className="soft small">
          {owner && `${words().owner(owner.displayName)} · `}
          {scopes.join(', ')}
        </p>
        <p className="soft small">
          {at.lastUsedAt ? (
            <>
              {strings().settings.lastUsed} <RelativeTime at={at.lastUsedAt} />
            </>
          ) : (
            strings().settings.neverUsed
          )}
          {' · '}
          {at.expiresAt ? (
            <>
              {strings().settings.expires} <RelativeTime at={at.expiresAt} />
            </>
          ) : (
            strings().settings.neverExpires
          )}
        </p>
      </div>
      <ConfirmedButton
        text={words().revoke}
        label={words().revokeOf(name)}
        title={words().revokeTitle(name)}
        hint={words().revokeHint}
        disabled={isPending}
        onConfirm={() => mutate()}
      />
    </>
  );
}
