export const goals = { test: 'How it is known:' } as const;
