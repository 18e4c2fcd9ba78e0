import type { Me } from '@tandem/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { type FormEvent, useCallback, useEffect, useId, useState } from 'react';
import { hostSignIn, toHostSignIn } from '../../api/host-sign-in.ts';
import { me } from '../../api/queries/me.ts';
import { pageSession } from '../../api/session.ts';
import { HOME, messageOf } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { useTitle } from '../../ui/page.tsx';
import { AskToSignIn } from './ask-to-sign-in.tsx';
import { linkCode, onSignedIn, signedIn, signIn } from './session.ts';
import styles from './sign-in.module.css';

const route = getRouteApi('/sign-in');

/** Signs a person in, or sends them to the surrounding program to sign in there. */
export function SignIn() {
  const { from = HOME.pathname } = route.useSearch();
  const host = hostSignIn();
  useEffect(() => {
    if (host !== undefined) toHostSignIn(host, from);
  }, [host, from]);
  return host === undefined ? <OwnSignIn /> : null;
}

/** Takes a key or code, exchanges it for a session, and continues to the requested page. */
function OwnSignIn() {
  const { from } = route.useSearch();
  const [question, setQuestion] = useState(linkCode.question);
  const queries = useQueryClient();
  const router = useRouter();
  const goOn = useCallback(async () => {
    queries.clear();
    pageSession.forget();
    await queries.fetchQuery(me);
    router.history.replace(insideOf(from));
  }, [queries, router, from]);
  // A sign-in in one tab applies to all tabs.
  useEffect(() => onSignedIn(() => void goOn().catch(() => undefined)), [goOn]);
  if (!question) return <SignInForm onDone={goOn} />;
  const decline = () => {
    linkCode.drop();
    if (question.replaces) void goOn();
    else setQuestion(null);
  };
  return <AskToSignIn question={question} onDone={goOn} onDecline={decline} />;
}

function SignInForm({ onDone }: { onDone: () => Promise<void> }) {
  const { from, link } = route.useSearch();
  const field = useId();
  const hint = useId();
  const attempt = useMutation({ mutationFn: signIn, onSuccess: onDone });
  // A redirect to this page means that no one is signed in.
  const now = useSignedIn(from === undefined);
  useTitle(strings().signIn.title);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const secret = new FormData(event.currentTarget).get('secret');
    if (typeof secret === 'string' && secret.trim() !== '') attempt.mutate(secret.trim());
  };
  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={submit}>
        <h1>{strings().signIn.title}</h1>
        <label htmlFor={field}>{strings().signIn.key}</label>
        <input
          id={field}
          name="secret"
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
          aria-describedby={hint}
        />
        <p id={hint} className="soft small">
          {strings().signIn.keyHint}
        </p>
        {now && (
          <p className="small">
            {strings().signIn.already(now.displayName)} <Link to="/">{strings().signIn.back}</Link>
          </p>
        )}
        <p role="alert" className={styles.problem}>
          {attempt.error ? messageOf(attempt.error) : link && strings().signIn.linkUsed}
        </p>
        <Button primary type="submit" disabled={attempt.isPending}>
          {attempt.isPending ? strings().signIn.signingIn : strings().signIn.submit}
        </Button>
      </form>
    </main>
  );
}

/** The person already signed in; null while loading or if not requested. */
function useSignedIn(isAsked: boolean): Me['caller'] | null {
  const [now, setNow] = useState<Me['caller'] | null>(null);
  useEffect(() => {
    if (isAsked) signedIn().then(setNow, () => undefined);
  }, [isAsked]);
  return now;
}

/** Accepts only addresses within this app; anything else leads to the first page. */
function insideOf(from: string | undefined): string {
  if (!from?.startsWith('/') || from.startsWith('//')) return HOME.pathname;
  const url = new URL(from, HOME);
  return url.origin === HOME.origin && url.pathname.startsWith(HOME.pathname)
    ? url.pathname + url.search
    : HOME.pathname;
}
