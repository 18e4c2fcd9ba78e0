export const signIn = {
  title: 'Sign in',
  key: 'API key or invitation code',
  keyHint: 'A key begins with tdm_. It is not kept in this browser.',
  submit: 'Sign in',
  signingIn: 'Signing in …',
  noSession: 'You are signed out. Sign in to go on where you were.',
  linkUsed: 'This link has been used, or its five minutes are over. Make another with: tandem web-link',
} as const;
