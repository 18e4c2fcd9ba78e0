import { tandem } from '../../api/tandem.ts';

/** A key begins so; anything else that a person has is the code of an invitation or a link. */
const KEY = /^tdm_/;

/** Exchanges a key or a code for a session. What was given is kept nowhere. */
export const signIn = (secret: string) =>
  tandem.sessions.create(KEY.test(secret) ? { key: secret } : { code: secret });
