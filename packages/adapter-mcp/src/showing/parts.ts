import type { Criterion, Evidence, Listing, Page, Tandem } from '@tandem/client';
import { answerOf, type Piece } from './answer.ts';
import { answerLines, commentPiece, resultPieces } from './briefing.ts';
import { by } from './people.ts';
import { onlyId, relationsOf } from './task.ts';
import { quoted, seen } from './texts.ts';

/** Parts of a task that can be read on their own. */
export const PARTS = [
  'description',
  'criteria',
  'relations',
  'comments',
  'results',
  'reviews',
  'questions',
  'project',
  'goal',
  'initiative',
] as const;
export type Part = (typeof PARTS)[number];

/** Selects an entry, a start position in characters, or a page. */
export interface Which {
  readonly id?: string | undefined;
  readonly from?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Entries per page, so that each has room for its beginning. */
const PAGE = 5;
/** Maximum number of entries searched for one. */
const MAX_LOOKED_AT = 1_000;

/** A part of a task, in chunks of a size for models. */
export async function partOf(
  tandem: Tandem,
  task: number,
  part: Part,
  which: Which,
  signal: AbortSignal,
): Promise<string> {
  const options = { signal };
  const here = `get_task with task ${task}, part ${part}`;
  const text = (head: string, full: string | null): string =>
    textFrom(head, full, which.from, here, which.id);
  switch (part) {
    case 'description': {
      const { description } = await tandem.tasks.get(task, options);
      return text('Description, by members', description);
    }
    case 'criteria': {
      const { criteria } = await tandem.tasks.get(task, options);
      return criteriaPart(criteria, which, here);
    }
    case 'relations': {
      const { relations } = await tandem.tasks.get(task, options);
      const begin = which.from ?? 0;
      const rest = `for the rest ${here}, from ${begin + 8}`;
      return relations.length === 0 ? 'No relations.' : relationsOf(relations.slice(begin), rest).join('\n');
    }
    case 'comments': {
      const entry = (comment: Parameters<typeof commentPiece>[0]) => [commentPiece(comment, task)];
      if (which.id === undefined) {
        const query = { limit: PAGE, cursor: which.cursor };
        return pageOf(await tandem.tasks.comments(task, query, options), entry, here);
      }
      const one = await found(tandem.tasks.comments(task, { limit: 100 }, options), which.id);
      return text(`Comment${one ? ` by ${by(one.author)}` : ''}`, one?.body ?? null);
    }
    case 'results':
    case 'reviews': {
      if (which.id === undefined) {
        const query = { limit: PAGE, cursor: which.cursor };
        const page = await tandem.results.list(task, query, options);
        return pageOf(page, (result) => resultPieces(result, task), here);
      }
      const one = await found(tandem.results.list(task, { limit: 100 }, options), which.id);
      if (part === 'reviews') {
        return text(
          `Review${one?.review ? ` by ${by(one.review.reviewer)}` : ''}`,
          one?.review?.comment ?? null,
        );
      }
      return text(
        `Result${one ? ` by ${by(one.author)}` : ''}`,
        one && [one.summary, ...one.evidence.map(proofOf)].join('\n'),
      );
    }
    case 'questions': {
      const query = { task: String(task), limit: PAGE, cursor: which.cursor };
      if (which.id === undefined) {
        return pageOf(
          await tandem.questions.list(query, options),
          (question) => answerLines(question, task),
          here,
        );
      }
      const { text: asked, answer } = await tandem.questions.get(which.id, options);
      return text('Question and answer', [asked, answer?.text, answer?.comment].filter(Boolean).join('\n'));
    }
    default: {
      const { project } = await tandem.tasks.get(task, options);
      return text(part, project && (await purposeOf(tandem, part, project.id, signal)));
    }
  }
}

/** The description of a project, or of the goal or initiative above it. */
async function purposeOf(
  tandem: Tandem,
  part: 'project' | 'goal' | 'initiative',
  projectId: string,
  signal: AbortSignal,
): Promise<string | null> {
  const project = await tandem.projects.get(projectId, { signal });
  if (part === 'project') return project.description;
  if (part === 'goal') {
    if (!project.goal) return null;
    const { description, test } = await tandem.goals.get(project.goal.id, { signal });
    return [description, test && `Met when: ${test}`].filter(Boolean).join('\n');
  }
  return project.initiative && (await tandem.initiatives.get(project.initiative.id, { signal })).description;
}

function textFrom(
  head: string,
  full: string | null | undefined,
  from = 0,
  here: string,
  id?: string,
): string {
  if (full === null || full === undefined || full === '') return `${head}: there is none.`;
  const text = seen(full).slice(from);
  const after = from > 0 ? ` from character ${from} on` : '';
  const of = id === undefined ? '' : `, id ${id}`;
  const rest = (at: number) => `for the rest ${here}${of}, from ${from + at}`;
  return answerOf([{ head: `${head}${after}:`, text, min: 100, rest }]);
}

function pageOf<Item>(page: Page<Item>, entry: (item: Item) => Piece[], here: string): string {
  const { data, cursor, hasMore } = page;
  if (data.length === 0) return 'There are none.';
  return answerOf([...data.flatMap(entry), hasMore && `More: ${here}, cursor ${cursor}`]);
}

/** The entry with this id; null if it is not among those searched. */
async function found<Item extends { readonly id: string }>(
  list: Listing<Item>,
  id: string,
): Promise<Item | null> {
  let looked = 0;
  for await (const item of list) {
    if (item.id === id) return item;
    if (++looked >= MAX_LOOKED_AT) return null;
  }
  return null;
}

function criteriaPart(criteria: readonly Criterion[], { id, from = 0 }: Which, here: string): string {
  if (id === undefined) {
    const page = criteria.slice(from, from + 12);
    const rows = page.map(({ id, status, text, evidence }) => {
      return `- ${onlyId(id)} [${status}, ${evidence.length} evidence] ${quoted(text, 160)}`;
    });
    const left = criteria.length - from - page.length;
    if (rows.length === 0) return 'There are none.';
    return answerOf([
      ...rows,
      `One in full, with its evidence: ${here}, id ID.`,
      left > 0 && `(${left} more; ${here}, from ${from + page.length})`,
    ]);
  }
  const one = criteria.find((criterion) => criterion.id === id);
  const full = one && [one.text, ...one.evidence.map(proofOf)].join('\n');
  return textFrom(
    `Criterion ${onlyId(id)}${one?.by ? `, evidence by ${by(one.by)}` : ''}`,
    full,
    from,
    here,
    id,
  );
}

/** A piece of evidence as text. */
const proofOf = ({ criterionId, text, url, fileId, command, output, exitCode }: Evidence): string =>
  [
    `Evidence${criterionId ? ` for ${criterionId}` : ''}:`,
    text,
    url,
    fileId && `file ${fileId}`,
    command && `$ ${command}`,
    output,
    exitCode !== undefined && `exit code ${exitCode}`,
  ]
    .filter(Boolean)
    .join('\n');
