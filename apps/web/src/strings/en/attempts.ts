/** The attempts of agents at a task. */
export const attempts = {
  title: 'Attempts',
  task: 'Task',
  one: (attempt: number) => `Attempt ${attempt}`,
  by: (attempt: number, agent: string) => `Attempt ${attempt} by ${agent}`,
  running: 'Running',
  ends: {
    finished: 'Finished',
    released: 'Released',
    expired: 'Expired',
    taken_over: 'Taken over',
    asked: 'Asked',
    delegated: 'Delegated',
    over_budget: 'Over budget',
    moved: 'Moved',
    reassigned: 'Reassigned',
    archived: 'Archived',
    agent_paused: 'Agent paused',
    stopped: 'Stopped',
    agent_removed: 'Agent removed',
  },
  failures: {
    agent_error: 'Agent error',
    tool_error: 'Tool error',
    quota: 'Quota reached',
    lost_lease: 'Lease lost',
    stopped: 'Stopped',
    restart: 'Restarted',
    other: 'Failed',
  },
  ran: 'ran for',
  waited: {
    answer: (time: string) => `waited ${time} for an answer`,
    review: (time: string) => `waited ${time} for a review`,
    people: (time: string) => `waited ${time} for people`,
  },
  branch: 'Branch',
  commit: 'Commit',
  showAll: (count: number) => `Show all ${count}`,
  compareWith: 'Compare with',
  comparePrefix: 'Compare with:',
  compareNone: 'None',
  notFound: (attempt: number) => `Attempt ${attempt} not found`,
  notFoundHint: 'This task has no such attempt.',
};

/** Numbers of usage. */
export const usage = {
  names: {
    inputTokens: 'input tokens',
    outputTokens: 'output tokens',
    cacheReadTokens: 'tokens read from cache',
    cacheCreationTokens: 'tokens written to cache',
  } as Readonly<Record<string, string>>,
  reported: (amounts: string) => `reported: ${amounts}`,
  measured: (amounts: string) => `measured: ${amounts}`,
  differ: 'The reported and the measured usage differ. The larger number counts.',
};
