import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type FormEvent, useCallback, useEffect, useId } from 'react';
import { me } from '../../api/queries/me.ts';
import { HOME, messageOf } from '../../api/tandem.ts';
import { texts } from '../../app/texts/index.ts';
import { Button } from '../../ui/button.tsx';
import { useTitle } from '../../ui/title.ts';
import { onSignedIn, signIn, tellSignedIn } from './session.ts';
import styles from './sign-in.module.css';

const route = getRouteApi('/sign-in');

/** Takes a key or a code, exchanges it for a session, and goes on where the person wanted to. */
export function SignIn() {
  const { from, link } = route.useSearch();
  const queries = useQueryClient();
  const router = useRouter();
  const field = useId();
  const hint = useId();
  const goOn = useCallback(async () => {
    queries.clear();
    await queries.fetchQuery(me);
    router.history.replace(insideOf(from));
  }, [queries, router, from]);
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: async () => {
      tellSignedIn();
      await goOn();
    },
  });
  // Who signs in in one tab is signed in in all.
  useEffect(() => onSignedIn(() => void goOn().catch(() => undefined)), [goOn]);
  useTitle(texts.signIn.title);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const secret = new FormData(event.currentTarget).get('secret');
    if (typeof secret === 'string' && secret.trim() !== '') attempt.mutate(secret.trim());
  };
  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={submit}>
        <h1>{texts.signIn.title}</h1>
        <label htmlFor={field}>{texts.signIn.key}</label>
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
          {texts.signIn.keyHint}
        </p>
        <p role="alert" className={styles.problem}>
          {attempt.error ? messageOf(attempt.error) : link && texts.signIn.linkUsed}
        </p>
        <Button primary type="submit" disabled={attempt.isPending}>
          {attempt.isPending ? texts.signIn.signingIn : texts.signIn.submit}
        </Button>
      </form>
    </main>
  );
}

/** A place of this page; whatever else an address asks for, one goes to the first page. */
function insideOf(from: string | undefined): string {
  if (!from?.startsWith('/') || from.startsWith('//')) return HOME.pathname;
  const place = new URL(from, HOME);
  return place.origin === HOME.origin && place.pathname.startsWith(HOME.pathname)
    ? place.pathname + place.search
    : HOME.pathname;
}
