import {
  EFFORTS,
  INBOX_KINDS,
  type Page,
  type Position,
  PRIORITIES,
  Refusal,
  type SeenTask,
  type TaskQuery,
  USAGE_GROUPS,
} from '../../src/index.ts';
import { START, type World } from './world.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The outcome of a command: its result, or the refusal as a client would see it. */
export async function outcome(run: () => Promise<unknown>): Promise<unknown> {
  try {
    return { answer: await run() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, fields, details } = error;
    return { refused: { code, message, fields, details } };
  }
}

const TASK_QUERIES: readonly TaskQuery[] = [
  {},
  { archived: true },
  { assigned: 'ada' },
  { assigned: 'unassigned' },
  { createdBy: 'bot' },
  { label: ['alpha', 'Beta'] },
  { ready: true, sort: 'priority' },
  { sort: 'rank', archived: true },
  { sort: 'updated', assigned: 'ada' },
  { sort: 'due', order: 'desc', blocked: false, archived: true },
  { label: 'alpha' },
  { label: 'äpfel' },
  { tags: ['alpha', '日本'], status: ['todo', 'done'] },
  { assigned: 'unassigned', createdBy: 'ada' },
  { parent: 'none' },
  { parent: 'none', priority: ['p0', 'p2'] },
  { priority: ['p0', 'p2'], createdBy: 'ada', archived: true },
  { tags: ['alpha', '日本'], assigned: 'ada', label: 'alpha' },
  { effort: EFFORTS, priority: PRIORITIES, status: ['todo', 'waiting'] },
];

/** All readable data, without the positions of pages, which are specific to each storage. */
export async function everything({ tandem, callers, made }: World): Promise<unknown> {
  const { ada, bob, bot } = callers;
  const all = async <T>(list: Promise<{ items: readonly T[]; total?: number }>) => {
    const { items, total } = await list;
    return { items, total };
  };
  const firstPage = { limit: 100 };
  /** All pages of a task list; storages may end them early at different items. */
  const tasks = async (query: TaskQuery) => {
    const items: SeenTask[] = [];
    for (let after: Position | null | undefined; after !== null; ) {
      const page: Page<SeenTask> = await tandem.tasks.list(ada, { ...firstPage, ...query, after });
      items.push(...page.items);
      after = page.next;
    }
    return items;
  };
  return Promise.all(
    [
      ...TASK_QUERIES.map(tasks),
      ...[ada, bob, bot].map((caller) => tandem.events.list(caller, firstPage)),
      tandem.events.after(ada.workspaceId, undefined, 1_000),
      all(tandem.projects.list(ada, firstPage)),
      all(tandem.initiatives.list(ada, firstPage)),
      all(tandem.goals.list(ada, { ...firstPage, archived: true })),
      all(tandem.goals.list(ada, { ...firstPage, status: 'met' })),
      all(tandem.labels.list(ada, firstPage)),
      ...[ada, bob].map((caller) => all(tandem.views.list(caller, firstPage))),
      all(tandem.members.list(ada, firstPage)),
      all(tandem.agents.list(ada, firstPage)),
      // Last uses are written with a delay.
      ...[ada, bob].map(async (caller) =>
        (await tandem.sessions.list(caller, firstPage)).items.map(({ lastUsedAt, ...session }) => session),
      ),
      ...[ada, bob, bot].map((caller) => all(tandem.notifications.list(caller, firstPage))),
      ...[ada, bob, bot].map((caller) => tandem.preferences.get(caller)),
      ...[ada, bob].flatMap((caller) =>
        [undefined, ...INBOX_KINDS].map((kind) => all(tandem.inbox.list(caller, { ...firstPage, kind }))),
      ),
      ...[ada, bob].flatMap((caller) =>
        ['bot', 'ada', bot.id].map((asker) => all(tandem.inbox.list(caller, { ...firstPage, asker }))),
      ),
      ...[{}, { to: 'me' }, { to: 'bob', status: ['open' as const] }].map((query) =>
        all(tandem.questions.list(ada, { ...firstPage, ...query })),
      ),
      ...[ada, bob].map((caller) => all(tandem.chats.list(caller, { ...firstPage, status: 'all' }))),
      ...made.chat.flatMap((id) =>
        (['asc', 'desc'] as const).map((order) =>
          outcome(() => all(tandem.chats.messages(ada, id, { ...firstPage, order }))),
        ),
      ),
      ...made.task.flatMap((id) => [
        outcome(() => tandem.tasks.get(ada, id)),
        outcome(() => tasks({ parent: id, archived: true })),
        outcome(() => all(tandem.comments.list(ada, id, firstPage))),
        outcome(() => all(tandem.results.list(ada, id, firstPage))),
        outcome(() => all(tandem.questions.list(ada, { ...firstPage, task: id }))),
        outcome(() => all(tandem.attachments.list(ada, id, firstPage))),
        outcome(() => all(tandem.tasks.activity(ada, id, firstPage))),
      ]),
      ...made.project.map((id) => outcome(() => tandem.projects.get(ada, id))),
      ...made.initiative.map((id) => outcome(() => tandem.initiatives.get(ada, id))),
      ...made.goal.map((id) => outcome(() => all(tandem.goals.verifications(ada, id, firstPage)))),
      outcome(() => tandem.agents.get(ada, bot.id)),
      outcome(() => all(tandem.monitoring.activity(ada, bot.id, firstPage))),
      outcome(() => all(tandem.monitoring.telemetryHistory(ada, bot.id, firstPage))),
      outcome(() => tandem.monitoring.sessions(ada, bot.id)),
      ...USAGE_GROUPS.map((groupBy) => all(tandem.usage.sums(ada, { ...firstPage, groupBy }))),
      ...USAGE_GROUPS.map((groupBy) =>
        all(tandem.usage.sums(ada, { ...firstPage, groupBy, from: START + DAY_MS, to: START + 40 * DAY_MS })),
      ),
    ].map((read) => Promise.resolve(read)),
  );
}
