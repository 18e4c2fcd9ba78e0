import { CannotDo } from '../../ending.ts';
import { entriesOf, type Json, jsonOf, objectsIn, textIn, textsIn } from '../files/json.ts';
import { type Person, type Place, type SourceItem, skipped, warning } from '../items.ts';
import type { Source } from '../source.ts';
import { dateReader } from './cells.ts';

/** Issues of GitHub: `gh issue list --json …`, and issues and comments of the REST API, one or several pages. */
export const github: Source = {
  name: 'github',
  reads: 'issues of GitHub: gh issue list --state all --limit 100000 --json …, or JSON of the REST API',
  files: /\.json$/i,
  async *read(files) {
    for (const file of files) {
      let count = 0;
      for await (const { value, place } of entriesOf(file, ['$.*'])) {
        // gh api --paginate --slurp wraps the pages in a list.
        for (const each of Array.isArray(value) ? value : [value]) {
          const issue = jsonOf(each);
          if (!issue) throw new CannotDo(`${file.name}:${place.line}: expected a list of issues.`);
          count++;
          yield* itemsOf(issue, place);
        }
      }
      if (count === 0) yield warning({ file: file.name, line: 1 }, 'the file contains no issue');
    }
  },
};

const ISSUE_URL = /\/([^/]+\/[^/]+)\/(?:issues|pull)\/(\d+)/;

/** `owner/repository#number`, from the address of an issue. */
function idAt(url: unknown): string | undefined {
  const [, repository, number] = (typeof url === 'string' && ISSUE_URL.exec(url)) || [];
  return repository && `${repository}#${number}`;
}

function* itemsOf(issue: Json, place: Place): Generator<SourceItem> {
  // A comment of the REST API has the issue's address instead of a number.
  if (issue.issue_url !== undefined && issue.number === undefined)
    return yield* commentOf(issue, idAt(issue.issue_url), place);
  const number = textIn(issue.number);
  const title = textIn(issue.title);
  if (!number || !title)
    return yield skipped(
      place,
      `the entry has no ${number ? 'title' : 'number'}; ask gh for --json number,title,…`,
    );
  const url = textIn(issue.html_url) ?? textIn(issue.url);
  const id = idAt(url) ?? `#${number}`;
  if (issue.pull_request || url?.includes(`/pull/${number}`))
    return yield skipped(place, `${id} is a pull request`);
  const { date, warnings } = dateReader(place, undefined);
  const repository = id.split('#', 1)[0];
  const people = objectsIn(issue.assignees).flatMap((each) => personIn(each) ?? []);
  const milestone = textIn(jsonOf(issue.milestone)?.title);
  const reason = (textIn(issue.stateReason) ?? textIn(issue.state_reason) ?? '').toLowerCase();
  const isClosed = textIn(issue.state)?.toLowerCase() === 'closed';
  const issueType = textIn(jsonOf(issue.issueType)?.name) ?? textIn(jsonOf(issue.type)?.name);
  yield {
    type: 'task',
    place,
    id,
    url: url?.startsWith('https://api.') ? undefined : url,
    title,
    description: textIn(issue.body),
    status: isClosed ? (/not_planned|duplicate/.test(reason) ? 'not planned' : 'closed') : 'open',
    labels: [
      ...objectsIn(issue.labels).flatMap((each) => textIn(each.name) ?? []),
      ...textsIn(issue.labels),
      ...(milestone ? [milestone] : []),
      ...(issueType && issueType.toLowerCase() !== 'task' ? [issueType.toLowerCase()] : []),
    ],
    assignee: people[0],
    author: personIn(jsonOf(issue.author) ?? jsonOf(issue.user)),
    parent: idAt(jsonOf(issue.parent)?.url) ?? idAt(issue.parent_issue_url),
    project: repository ? { id: repository, title: repository } : undefined,
    createdAt: date(textIn(issue.createdAt) ?? textIn(issue.created_at)),
    completedAt: date(textIn(issue.closedAt) ?? textIn(issue.closed_at)),
  };
  yield* warnings;
  if (people.length > 1)
    yield warning(place, `${id} has ${people.length} assignees; only ${people[0]?.id} is kept`);
  for (const comment of objectsIn(issue.comments)) yield* commentOf(comment, id, place);
  for (const from of linked(issue.blockedBy)) yield { type: 'relation', place, kind: 'blocks', from, to: id };
  for (const to of linked(issue.blocking)) yield { type: 'relation', place, kind: 'blocks', from: id, to };
}

/** gh wraps some lists in `nodes`. */
const linked = (list: unknown): string[] =>
  objectsIn(jsonOf(list)?.nodes ?? list).flatMap((each) => idAt(each.url) ?? []);

function* commentOf(comment: Json, task: string | undefined, place: Place): Generator<SourceItem> {
  const body = textIn(comment.body);
  const id = textIn(comment.html_url) ?? textIn(comment.url) ?? textIn(comment.id);
  if (!body || !task || !id) return yield skipped(place, 'a comment has no text, id or issue');
  const { date, warnings } = dateReader(place, undefined);
  yield {
    type: 'comment',
    place,
    id: id.replace(/^.*#issuecomment-/, 'comment-'),
    task,
    author: personIn(jsonOf(comment.author) ?? jsonOf(comment.user)),
    body,
    createdAt: date(textIn(comment.createdAt) ?? textIn(comment.created_at)),
  };
  yield* warnings;
}

function personIn(person: Json | null): Person | undefined {
  const id = textIn(person?.login);
  // An account that has been deleted is `ghost` on GitHub.
  return id === undefined ? undefined : { id, name: textIn(person?.name) ?? id };
}
