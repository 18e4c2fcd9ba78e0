export const signIn = {
  title: 'Sign in',
  key: 'API key or invitation code',
  keyHint: 'A key begins with tdm_. It is not kept in this browser.',
  submit: 'Sign in',
  signingIn: 'Signing in …',
  linkUsed:
    'This link has been used, or its time is over. Ask an admin for another, or make one with: tandem web-link',
} as const;
