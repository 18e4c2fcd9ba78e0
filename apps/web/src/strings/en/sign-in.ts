export const signIn = {
  title: 'Sign in',
  key: 'API key or invitation code',
  keyHint: 'A key begins with tdm_. It is not kept in this browser.',
  submit: 'Sign in',
  signingIn: 'Signing in …',
  linkUsed:
    'This link has been used, or its time is over. Ask an admin for another, or make one with: tandem web-link',
  /** The confirmation before a link signs in. */
  ask: {
    title: (name: string) => `Sign in as ${name}?`,
    replaces: (now: string, next: string, workspace: string) =>
      `You are signed in to this browser as ${now}. This link signs you in as ${next} of ${workspace} instead, in all tabs.`,
    invites: (next: string, workspace: string) => `This link signs you in as ${next} of ${workspace}.`,
    closesChats: (next: string) =>
      `${next}'s existing chats will be closed: you won't be able to read them. The operator can open them again.`,
    submit: (name: string) => `Sign in as ${name}`,
    stay: (name: string) => `Stay signed in as ${name}`,
    notNow: 'Not now',
  },
  /** The form when someone is already signed in. */
  already: (name: string) =>
    `You are signed in as ${name}. If you sign in here, all tabs switch to the new account.`,
  back: 'Back to Tandem',
};
