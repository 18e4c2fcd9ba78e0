import type { RemovedMember } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { people } from '../../../api/queries/members.ts';
import { useCurrentMember } from '../../../api/queries/who.ts';
import { strings } from '../../../strings/index.ts';
import { Adding } from '../parts/adding.tsx';
import { Rows } from '../parts/rows.tsx';
import styles from '../parts/settings.module.css';
import { InvitationLink, type Invited } from './invitation-link.tsx';
import { InviteForm } from './invite-form.tsx';
import { PersonRow } from './person-row.tsx';

const words = () => strings().settings.members;

/** The workspace's people and their roles, and pending invitations; for admins. */
export function MembersSection() {
  const { hasExpiringKey: isLent } = useCurrentMember();
  const query = useInfiniteQuery(people);
  const [invited, setInvited] = useState<Invited | null>(null);
  const [remaining, setRemaining] = useState<RemovedMember['remaining']>([]);
  return (
    <div className={styles.section}>
      <p className={styles.hint}>{isLent ? strings().settings.expiringKey : words().hint}</p>
      {invited && <InvitationLink invited={invited} onDone={() => setInvited(null)} />}
      {remaining.length > 0 && (
        <p role="status" className={styles.hint}>
          {words().remaining(remaining.map(({ name }) => name))}
        </p>
      )}
      {!isLent && (
        <Adding text={words().invite}>
          {(close) => (
            <InviteForm
              onDone={(person) => {
                close();
                setInvited(person);
              }}
              onCancel={close}
            />
          )}
        </Adding>
      )}
      <Rows label={strings().settings.sections.members} query={query}>
        {(person) => <PersonRow person={person} onInvited={setInvited} onRemaining={setRemaining} />}
      </Rows>
    </div>
  );
}
