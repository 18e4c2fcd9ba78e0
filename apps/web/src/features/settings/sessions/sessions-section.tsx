import type { WebSession } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { sessions } from '../../../api/queries/keys.ts';
import { useMembers } from '../../../api/queries/members.ts';
import { useCurrentMember } from '../../../api/queries/who.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../../ui/change.ts';
import { Tag } from '../../../ui/tag.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { useSignOut } from '../../sign-in/sign-out.ts';
import { Rows } from '../parts/rows.tsx';
import styles from '../parts/settings.module.css';
import { browserOf } from './browser.ts';

const words = () => strings().settings.sessions;

/** The signed-in browsers: all of them for an admin, otherwise the person's own. */
export function SessionsSection() {
  const query = useInfiniteQuery(sessions);
  return (
    <div className={styles.section}>
      <p className={styles.hint}>{words().hint}</p>
      <Rows label={strings().settings.sections.sessions} query={query}>
        {(session) => <SessionRow session={session} />}
      </Rows>
    </div>
  );
}

function SessionRow({
  session: { id, memberId, current, userAgent, createdAt, ...at },
}: {
  session: WebSession;
}) {
  const { caller } = useCurrentMember();
  const members = useMembers();
  const signOut = useSignOut();
  const end = useChange({
    send: () => tandem.sessions.revoke(id),
    successMessage: () => words().signedOut,
    invalidates: ['sessions'],
  });
  const browser = browserOf(userAgent) ?? words().unknown;
  const owner = memberId === caller.id ? undefined : members.find((member) => member.id === memberId);
  return (
    <>
      <div className={styles.what}>
        <p className={styles.title}>
          <span title={userAgent ?? undefined}>{browser}</span>
          {current && <Tag tone="good">{words().this}</Tag>}
          {owner && <span className="soft small">{owner.displayName}</span>}
        </p>
        <p className="soft small">
          {words().signedIn} <RelativeTime at={createdAt} />
          {at.lastUsedAt && (
            <>
              {' · '}
              {strings().settings.lastUsed} <RelativeTime at={at.lastUsedAt} />
            </>
          )}
          {' · '}
          {strings().settings.expires} <RelativeTime at={at.expiresAt} />
        </p>
      </div>
      <Button
        quiet
        aria-label={words().signOutOf(current ? words().this : browser)}
        disabled={signOut.isPending || end.isPending}
        onClick={() => (current ? signOut.mutate() : end.mutate())}
      >
        {words().signOut}
      </Button>
    </>
  );
}
