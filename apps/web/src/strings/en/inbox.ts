export const inbox = {
  none: 'You’re all caught up',
  noneHint: 'Questions, results to review, and goals to confirm appear here.',
  question: 'Question',
  askedBy: 'Asked by',
  everyone: 'Everyone',
  all: {
    label: (count: number) => `Answer all ${count} questions`,
    choose: 'Choose an answer',
    send: 'Send to all',
    answered: (count: number) => `${count} questions answered`,
    refused: (refused: number, count: number, why: string) =>
      `Couldn’t answer ${refused} of ${count} questions. ${why}`,
  },
  review: 'Review',
  goal: 'Goal to confirm',
  verification: 'How we’ll verify it:',
  attention: 'Needs attention',
  keyAccept: 'Accept or confirm',
  keyWrite: 'Write an answer or comment',
  webhook: 'Webhook',
  viewAgent: (name: string) => `View ${name}`,
  viewWebhooks: 'View webhooks',
  webhookOff: {
    gone: 'Turned off because its endpoint no longer exists.',
    failing: 'Turned off after failing for days.',
    creator: 'Turned off because its creator is no longer an admin.',
  },
};
