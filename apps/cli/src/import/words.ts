/** Statuses of Tandem, and the words of sources that mean them. */
export const STATUS_WORDS: Readonly<Record<string, readonly string[]>> = {
  backlog: ['backlog', 'icebox', 'triage', 'later', 'someday', 'deferred', 'draft', 'ideas'],
  todo: [
    ...[
      'todo',
      'open',
      'opened',
      'new',
      'unstarted',
      'pending',
      'ready',
      'reopened',
      'planned',
      'next',
      'this week',
    ],
    ...['selected for development', 'not started', 'incomplete', 'blocked', 'on hold', 'pinned', 'hooked'],
  ],
  in_progress: [
    ...[
      'in progress',
      'doing',
      'started',
      'active',
      'wip',
      'in development',
      'in review',
      'review',
      'code review',
    ],
    ...['testing', 'in testing', 'qa', 'indeterminate'],
  ],
  done: [
    'done',
    'closed',
    'complete',
    'completed',
    'resolved',
    'finished',
    'merged',
    'released',
    'shipped',
    'fixed',
  ],
  canceled: [
    ...[
      'canceled',
      'cancelled',
      'duplicate',
      'wontfix',
      'wont fix',
      'wont do',
      'not planned',
      'invalid',
      'obsolete',
    ],
    ...['declined', 'rejected', 'abandoned', 'archived', 'cannot reproduce'],
  ],
};

/** Priorities of Tandem, and the words of sources that mean them. */
export const PRIORITY_WORDS: Readonly<Record<string, readonly string[]>> = {
  p0: ['p0', 'urgent', 'highest', 'blocker', 'critical', 'immediate'],
  p1: ['p1', 'high', 'major', 'important'],
  p2: ['p2', 'medium', 'normal', 'moderate', 'default'],
  p3: ['p3', 'p4', 'low', 'lowest', 'minor', 'trivial'],
};

/** Words for a priority that is not set. */
export const NO_PRIORITY = ['no priority', 'none', 'unset', 'not set', 'unprioritized'];

const plain = (word: string) =>
  word
    .toLowerCase()
    .replace(/[\s_-]+/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The meaning of a source's word; undefined for an unknown word. */
export function meaningOf(
  word: string,
  words: Readonly<Record<string, readonly string[]>>,
): string | undefined {
  const wanted = plain(word);
  return Object.keys(words).find(
    (ours) => plain(ours) === wanted || words[ours]?.some((each) => plain(each) === wanted),
  );
}

export const isNoPriority = (word: string): boolean =>
  NO_PRIORITY.some((each) => plain(each) === plain(word));

/** Points up to which a task has this effort. */
const POINTS: readonly (readonly [points: number, effort: string])[] = [
  [1, 'xs'],
  [2, 's'],
  [3, 'm'],
  [5, 'l'],
];

/** The effort of an estimate: an effort by name, a T-shirt size, or points. */
export function effortOf(estimate: string): string | undefined {
  const name = estimate.trim().toLowerCase();
  if (['xs', 's', 'm', 'l', 'xl'].includes(name)) return name;
  const points = Number(name);
  if (!Number.isFinite(points) || points <= 0) return undefined;
  return POINTS.find(([most]) => points <= most)?.[1] ?? 'xl';
}
