import type { Criterion, Relation, SearchHit, Task, WaitingFor } from '@tandem/client';
import { at, atSecond, by, day } from './people.ts';
import { onOneLine, quoted } from './texts.ts';
import { tokensOf } from './tokens.ts';

/** The fields of a task in lists; search results have fewer. */
export type Row = Pick<Task, 'taskNumber' | 'title' | 'status'> & Partial<Task>;

/** A task on one line, with its title cut to a length. */
export function rowOf(task: Row, title = 120): string {
  const {
    taskNumber,
    status,
    priority,
    assignedTo,
    claim,
    waitingFor,
    notBefore,
    dueDate,
    blocked,
    archived,
    children,
  } = task;
  return [
    `#${taskNumber} ${status}`,
    priority,
    quoted(task.title, title),
    assignedTo && `for ${quoted(assignedTo, 64)}`,
    claim && `held until ${atSecond(claim.expiresAt)}`,
    children && children.total > 0 && `sub-tasks ${children.total - children.open}/${children.total} closed`,
    waitingFor && `waits for ${waitingFor.kind}`,
    notBefore && Date.parse(notBefore) > Date.now() && `rests until ${atSecond(notBefore)}`,
    blocked && 'blocked',
    dueDate && `due ${day(dueDate)}`,
    archived && 'archived',
  ]
    .filter(Boolean)
    .join(' ');
}

/** One line per task, with titles as long as the limit allows. */
export function rowsWithin(tasks: readonly Row[], max = 1_500): string[] {
  for (const title of [120, 60, 30]) {
    const rows = tasks.map((task) => rowOf(task, title));
    if (title === 30 || tokensOf(rows.join('\n')) <= max) return rows;
  }
  return [];
}

/** One line per search result, with excerpts as long as the limit allows. */
export function hitsWithin(hits: readonly SearchHit[], max = 1_400): string[] {
  for (const [title, snippet] of [
    [120, 160],
    [80, 80],
    [40, 0],
  ] as const) {
    const rows = hits.map(({ type, id, taskNumber, status, snippet: found, ...hit }) => {
      const text =
        snippet > 0 && onOneLine(found.text) !== onOneLine(hit.title)
          ? `: ${quoted(found.text, snippet)}`
          : '';
      const row =
        taskNumber === undefined
          ? `${type} ${id} ${status} ${quoted(hit.title, title)}`
          : rowOf(
              {
                taskNumber,
                title: hit.title,
                status: status as Row['status'],
                assignedTo: hit.assignedTo ?? null,
              },
              title,
            );
      return `${row}${text}`;
    });
    if (snippet === 0 || tokensOf(rows.join('\n')) <= max) return rows;
  }
  return [];
}

/** The fields of a task except its texts, on a few lines. */
export function factsOf(task: Task): string[] {
  const { claim, project, labels, tags, effort, waitingFor, completedAt } = task;
  const more = [
    effort && `effort ${effort}`,
    project && `project ${quoted(project.title, 80)} (id ${project.id})`,
    labels.length > 0 && `labels ${few(labels.map(({ name }) => name))}`,
    tags.length > 0 && `tags ${few(tags)}`,
    completedAt && `done ${at(completedAt)}`,
    `changed ${at(task.updatedAt)}`,
  ].filter(Boolean);
  return [
    rowOf(task),
    more.join(', '),
    ...(claim ? [holderOf(claim)] : []),
    ...(waitingFor ? [waitOf(waitingFor)] : []),
  ];
}

const few = (names: readonly string[]): string =>
  names
    .slice(0, 6)
    .map((name) => quoted(name, 40))
    .join(', ') + (names.length > 6 ? ` and ${names.length - 6} more` : '');

function holderOf({ agent, expiresAt, attempt, progress }: NonNullable<Task['claim']>): string {
  const parts = progress && [
    progress.percent !== null && `${progress.percent} %`,
    progress.note !== null && quoted(progress.note, 160),
    at(progress.at),
  ];
  const holder = `Held by the agent ${quoted(agent.name, 64)} until ${atSecond(expiresAt)}, attempt ${attempt}`;
  return parts ? `${holder}; it says: ${parts.filter(Boolean).join(', ')}` : holder;
}

const waitOf = ({ kind, who, since }: WaitingFor): string =>
  `Waits since ${at(since)} for ${WAITS[kind]}${who ? ` by ${quoted(who.name, 64)}` : ''}`;

const WAITS = {
  review: 'a review',
  answer: 'an answer',
  attention: "a person's attention",
  children: 'its sub-tasks',
  other: 'a person',
} as const;

/** Maximum number of criteria and relations listed. */
const MAX_SHOWN = 8;

export function criteriaOf(criteria: readonly Criterion[], rest: string): string[] {
  if (criteria.length === 0) return [];
  return [
    'Criteria (id, state, text):',
    ...criteria.slice(0, MAX_SHOWN).map(({ id, status, text, evidence, check, by: whose }) => {
      const proof =
        evidence.length > 0 ? `, ${evidence.length} evidence${whose ? ` by ${by(whose)}` : ''}` : '';
      return `- ${onlyId(id)} [${status}${proof}] ${quoted(text, 160)}${checkOf(check)}`;
    }),
    ...(criteria.length > MAX_SHOWN ? [`(${criteria.length - MAX_SHOWN} more; ${rest})`] : []),
  ];
}

/** The command that others run on the commit of the result; one that is only proposed does not count. */
const checkOf = (check: Criterion['check']): string =>
  check && !check.proposed ? `, checked by ${quoted(check.command, 120)}` : '';

/** Ids may be chosen by members, so unusual ones are quoted. */
export const onlyId = (id: string): string => (/^[\w.-]{1,64}$/.test(id) ? id : quoted(id, 64));

export function relationsOf(relations: readonly Relation[], rest: string): string[] {
  return [
    ...relations.slice(0, MAX_SHOWN).map(({ type, direction, task }) => {
      return `- ${kindOf(type, direction)} ${rowOf(task, 60)}`;
    }),
    ...(relations.length > MAX_SHOWN ? [`(${relations.length - MAX_SHOWN} more relations; ${rest})`] : []),
  ];
}

/**
 * The API names a relation from the perspective of the task that was read; only `duplicate_of` has one name
 * for both ends.
 */
function kindOf(type: Relation['type'], direction: Relation['direction']): string {
  if (type === 'duplicate_of') return direction === 'outgoing' ? 'duplicate of' : 'has the duplicate';
  return { blocks: 'blocks', blocked_by: 'blocked by', related: 'related to' }[type];
}
