export const signIn = {
  title: 'Sign in',
  key: 'API key or invitation code',
  keyHint: 'Keys start with tdm_. Your key isn’t stored in this browser.',
  submit: 'Sign in',
  signingIn: 'Signing in…',
  linkUsed:
    'This link was already used or has expired. Ask an admin for a new one, or create one with: tandem web-link',
  /** The confirmation before a link signs in. */
  ask: {
    title: (name: string) => `Sign in as ${name}?`,
    replaces: (now: string, next: string, workspace: string) =>
      `You’re signed in to this browser as ${now}. This link signs you in as ${next} of ${workspace} instead, in all tabs.`,
    invites: (next: string, workspace: string) => `This link signs you in as ${next} of ${workspace}.`,
    closesChats: (next: string) =>
      `${next}’s existing chats will be closed, and you won’t be able to read them. An operator can reopen them.`,
    submit: (name: string) => `Sign in as ${name}`,
    stay: (name: string) => `Stay signed in as ${name}`,
    notNow: 'Not now',
  },
  /** The form when someone is already signed in. */
  already: (name: string) =>
    `You’re signed in as ${name}. Signing in here switches all tabs to the new account.`,
  back: 'Back to Tandem',
};
