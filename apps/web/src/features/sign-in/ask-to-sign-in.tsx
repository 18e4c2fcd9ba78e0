import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { useTitle } from '../../ui/page.tsx';
import { linkCode, type SignInQuestion } from './session.ts';
import styles from './sign-in.module.css';

interface AskToSignInProps {
  readonly question: SignInQuestion;
  readonly onDone: () => Promise<void>;
  readonly onDecline: () => void;
}

/** Asks before a link replaces the signed-in person or closes chats, because anyone can send such a link. */
export function AskToSignIn({ question, onDone, onDecline }: AskToSignInProps) {
  const { member, workspace, replaces, closesChats } = question;
  const next = member.displayName;
  const words = strings().signIn.ask;
  const accept = useMutation({ mutationFn: linkCode.accept, onSuccess: onDone });
  useTitle(words.title(next));
  return (
    <main className={styles.page}>
      <div className={styles.form}>
        <h1>{words.title(next)}</h1>
        <p>
          {replaces
            ? words.replaces(replaces.displayName, next, workspace.name)
            : words.invites(next, workspace.name)}
        </p>
        {closesChats && <p>{words.closesChats(next)}</p>}
        <p role="alert" className={styles.problem}>
          {accept.error && messageOf(accept.error)}
        </p>
        <Button primary disabled={accept.isPending} onClick={() => accept.mutate()}>
          {words.submit(next)}
        </Button>
        <Button onClick={onDecline}>{replaces ? words.stay(replaces.displayName) : words.notNow}</Button>
      </div>
    </main>
  );
}
