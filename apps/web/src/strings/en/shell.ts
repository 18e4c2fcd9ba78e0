export const shell = {
  skip: 'To the content',
  account: 'account',
  role: { admin: 'Admin', member: 'Member' },
  signOut: 'Sign out',
  notifications: {
    title: 'Notifications',
    unread: 'unread',
    none: 'Nothing yet. You are told here when a task that you follow moves.',
    moved: (by: string, from: string, to: string) => `${by} moved it from ${from} to ${to}.`,
    readAll: 'Mark all as read',
    isNew: 'New',
  },
  notFound: {
    title: 'Not found',
    hint: 'There is no page at this address.',
    home: 'To the inbox',
  },
  broken: {
    title: 'This page has stopped',
    notLoaded: 'A part of this page could not be loaded.',
    notLoadedHint: 'The server cannot be reached at the moment. It is tried again when the network is back.',
    updated: 'Tandem has been updated',
    updatedHint: 'Load the page again to go on. What you have written and not sent is kept.',
    reload: 'Load the page again',
  },
};
