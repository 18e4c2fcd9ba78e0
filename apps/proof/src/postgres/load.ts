import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, apiOf } from '@tandem/server/testing';

/** The outcome of one request to create a task, which is not retried. */
export interface Fate {
  /** A unique title. */
  readonly title: string;
  /** `made`; `unchanged` and `uncertain` as the response says; `cut` without a response; `other` must not happen. */
  readonly outcome: 'made' | 'unchanged' | 'uncertain' | 'cut' | 'other';
  /** The response, if it was not a success. */
  readonly answer: string;
  /** By `performance.now()`. */
  readonly began: number;
  readonly ended: number;
  readonly place: number;
}

export interface Load {
  readonly fates: readonly Fate[];
  /** Resolves when the last request has ended. */
  stop(): Promise<void>;
}

/** How long a client waits after a refusal. */
const REST_MS = 50;

/** Clients that create one task after another, each time at the next server. */
export function startLoad(urlOf: (place: number) => string, key: string, clients: number): Load {
  const fates: Fate[] = [];
  let over = false;
  const client = async (name: number) => {
    for (let count = 0; !over; count++) {
      const place = name + count;
      const title = `Task ${name}-${count}`;
      const began = performance.now();
      const [outcome, answer] = await made(urlOf(place), key, title);
      fates.push({ title, outcome, answer, began, ended: performance.now(), place });
      if (outcome !== 'made') await pause(REST_MS);
    }
  };
  const working = Promise.all(Array.from({ length: clients }, (_, name) => client(name)));
  return {
    fates,
    stop: async () => {
      over = true;
      await working;
    },
  };
}

async function made(url: string, key: string, title: string): Promise<[Fate['outcome'], string]> {
  let answer: Answer;
  try {
    answer = await apiOf(url, key)('POST', 'tasks', { title });
  } catch (error) {
    return ['cut', String((error as Error).cause ?? error)];
  }
  const { status, body, headers } = answer;
  if (status === 201) return ['made', ''];
  const text = `${status} ${JSON.stringify(body)}`;
  const polite = status === 503 && body?.error?.code === 'UNAVAILABLE' && headers.get('retry-after') !== null;
  if (!polite) return ['other', text];
  return [/may have been made/.test(body.error.message) ? 'uncertain' : 'unchanged', text];
}

/** The contradictions between the outcomes of requests and the existing tasks; a sentence each. */
export function fateProblems(fates: readonly Fate[], titles: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const title of titles) times.set(title, (times.get(title) ?? 0) + 1);
  return fates.flatMap(({ title, outcome, answer }) => {
    const there = times.get(title) ?? 0;
    if (outcome === 'other') return [`${title} was answered ${answer}`];
    if (there > 1) return [`${title} was made ${there} times`];
    if (outcome === 'made' && there === 0) return [`${title} was acknowledged and is lost`];
    if (outcome === 'unchanged' && there > 0) return [`${title} exists, although the response was ${answer}`];
    return [];
  });
}
