export const shell = {
  skip: 'Skip to content',
  account: 'account',
  role: { admin: 'Admin', member: 'Member' },
  signOut: 'Sign out',
  notifications: {
    title: 'Notifications',
    unread: 'unread',
    none: 'No notifications yet. You’ll see one when a task you follow moves.',
    moved: (by: string, from: string, to: string) => `${by} moved it from ${from} to ${to}.`,
    readAll: 'Mark all as read',
    isNew: 'New',
  },
  notFound: {
    title: 'Not found',
    hint: 'There’s no page at this address.',
    home: 'Go to inbox',
  },
  broken: {
    title: 'Something went wrong',
    notLoaded: 'Couldn’t load part of this page',
    notLoadedHint: 'The server can’t be reached right now. Tandem tries again when you’re back online.',
    updated: 'Tandem has been updated',
    updatedHint: 'Reload the page to continue. Your unsent text is kept.',
    reload: 'Reload page',
  },
};
