export const inbox = {
  none: 'Nothing waits for you',
  noneHint: 'Questions, results to review and goals to confirm come here by themselves.',
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
  test: 'How it is known:',
  attention: 'Needs attention',
  keyAccept: 'Accept, or confirm',
  keyWrite: 'Write an answer or a comment',
  webhook: 'Webhook',
  toAgent: (name: string) => `Look at ${name}`,
  toWebhooks: 'Look at the webhooks',
  webhookOff: {
    gone: 'It was turned off: its receiver said that it is gone.',
    failing: 'It was turned off: it has failed for days.',
    creator: 'It was turned off: whoever made it may no longer.',
  },
};
