import type { Me } from '@tandem/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { hostSignIn } from '../../api/host-sign-in.ts';
import { member } from '../../api/queries/members.ts';
import { useSignOut } from '../../features/sign-in/sign-out.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { Name } from '../../ui/name.tsx';
import { Popover } from '../../ui/popover.tsx';
import styles from './person.module.css';

/** The signed-in person, with the menu to sign out. */
export function Person({ caller }: Pick<Me, 'caller'>) {
  return (
    <Popover
      label={strings().shell.account}
      button={
        <>
          <Name name={caller.displayName} />
          <span className="visually-hidden">: {strings().shell.account}</span>
        </>
      }
      buttonClass={styles.button}
      className={styles.account}
    >
      {(close) => <Account caller={caller} close={close} />}
    </Popover>
  );
}

function Account({ caller, close }: Pick<Me, 'caller'> & { close: () => void }) {
  const role = useQuery(member(caller.id)).data?.role;
  const { mutate: signOut, isPending } = useSignOut();
  return (
    <div className={styles.about}>
      <p>
        <strong>{caller.displayName}</strong>
        <br />
        <span className="soft">
          {caller.name}
          {role && ` · ${strings().shell.role[role]}`}
        </span>
      </p>
      <Link to="/settings" onClick={close}>
        {strings().nav.settings}
      </Link>
      {hostSignIn() === undefined && (
        <Button disabled={isPending} onClick={() => signOut()}>
          {strings().shell.signOut}
        </Button>
      )}
    </div>
  );
}
