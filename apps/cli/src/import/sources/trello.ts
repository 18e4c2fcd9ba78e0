import { CannotDo } from '../../ending.ts';
import { entriesOf, type Json, jsonOf, objectsIn, textIn, textsIn } from '../files/json.ts';
import type { SourceFile } from '../files/text.ts';
import { type Person, type Place, type SourceItem, type SourceTask, skipped, warning } from '../items.ts';
import type { Source } from '../source.ts';
import { dateReader } from './cells.ts';
import { joined, section } from './text.ts';

/** Trello's JSON export of a board: lists are statuses, checklists are sub-tasks. */
export const trello: Source = {
  name: 'trello',
  reads: "Trello's JSON export of a board (Menu, Print, export, and share, Export as JSON)",
  files: /\.json$/i,
  async *read(files) {
    for (const file of files) yield* readBoard(file);
  },
};

/** Entries that cards refer to; the file has them after the cards. */
interface Board {
  id: string;
  title: string;
  readonly lists: Map<string, { readonly name: string; readonly isClosed: boolean }>;
  readonly people: Map<string, Person>;
  readonly checklists: Map<string, Json[]>;
}

/** The export has no more actions than this, the latest. */
const MAX_ACTIONS = 1_000;

async function* readBoard(file: SourceFile): AsyncGenerator<SourceItem> {
  const board = await boardIn(file);
  let actions = 0;
  for await (const { value, path, place } of entriesOf(file, ['$.cards.*', '$.actions.*'])) {
    const entry = jsonOf(value);
    if (!entry) continue;
    if (path[0] === 'cards') yield* cardItems(entry, board, place);
    else if (++actions && entry.type === 'commentCard') yield* commentOf(entry, place);
  }
  if (actions >= MAX_ACTIONS)
    yield warning(
      { file: file.name },
      'Trello exports the last 1,000 actions only; older comments are missing',
    );
}

async function boardIn(file: SourceFile): Promise<Board> {
  const board: Board = { id: '', title: '', lists: new Map(), people: new Map(), checklists: new Map() };
  const paths = ['$.id', '$.name', '$.lists.*', '$.members.*', '$.checklists.*'];
  for await (const { value, path } of entriesOf(file, paths)) {
    const entry = jsonOf(value) ?? {};
    const id = textIn(entry.id) ?? '';
    if (path[0] === 'id') board.id = textIn(value) ?? '';
    else if (path[0] === 'name') board.title = textIn(value) ?? '';
    else if (path[0] === 'lists')
      board.lists.set(id, { name: textIn(entry.name) ?? '', isClosed: entry.closed === true });
    else if (path[0] === 'members') board.people.set(id, personIn(entry) ?? { id });
    else {
      const card = textIn(entry.idCard) ?? '';
      board.checklists.set(card, [...(board.checklists.get(card) ?? []), entry]);
    }
  }
  if (board.lists.size === 0)
    throw new CannotDo(`${file.name} is not Trello's JSON export: it has no lists.`);
  return board;
}

function personIn(member: Json | null): Person | undefined {
  const id = textIn(member?.username) ?? textIn(member?.id);
  return id === undefined ? undefined : { id, name: textIn(member?.fullName) ?? id };
}

/** Ids begin with the second in which the entry was created. */
function createdAt(id: string): string | undefined {
  return /^[0-9a-f]{24}$/i.test(id)
    ? new Date(Number.parseInt(id.slice(0, 8), 16) * 1000).toISOString()
    : undefined;
}

function* cardItems(card: Json, board: Board, place: Place): Generator<SourceItem> {
  const id = textIn(card.id);
  const title = textIn(card.name);
  if (!id || !title) return yield skipped(place, `the card has no ${id ? 'name' : 'id'}`);
  const { date, warnings } = dateReader(place, undefined);
  const list = board.lists.get(textIn(card.idList) ?? '');
  const members = textsIn(card.idMembers).map((each) => board.people.get(each) ?? { id: each });
  const links = objectsIn(card.attachments).flatMap((each) => textIn(each.url) ?? []);
  const project = { id: board.id || board.title, title: board.title || 'Trello' };
  yield {
    type: 'task',
    place,
    id,
    aliases: textsIn([card.shortLink]),
    url: textIn(card.shortUrl) ?? textIn(card.url),
    title,
    description: joined(
      textIn(card.desc),
      section('Attachments', links.length === 0 ? undefined : links.map((url) => `- ${url}`).join('\n')),
    ),
    status: card.dueComplete === true ? 'complete' : list?.name,
    labels: objectsIn(card.labels).flatMap((each) => textIn(each.name) ?? textIn(each.color) ?? []),
    assignee: members[0],
    project,
    createdAt: createdAt(id),
    completedAt: date(textIn(card.dateCompleted)),
    dueAt: date(textIn(card.due)),
    archived: card.closed === true || list?.isClosed === true,
  };
  if (members.length > 1)
    yield warning(place, `${title} has ${members.length} members; only ${members[0]?.id} is kept`);
  for (const checklist of [...(board.checklists.get(id) ?? []), ...objectsIn(card.checklists)]) {
    for (const item of objectsIn(checklist.checkItems)) {
      const subtask = itemOf(item, id, board, place);
      if (subtask) yield { ...subtask, project, dueAt: date(textIn(item.due)) };
    }
  }
  yield* warnings;
}

function itemOf(item: Json, card: string, board: Board, place: Place): SourceTask | undefined {
  const id = textIn(item.id);
  const title = textIn(item.name);
  if (!id || !title) return undefined;
  return {
    type: 'task',
    place,
    id,
    title,
    status: textIn(item.state),
    parent: card,
    assignee: board.people.get(textIn(item.idMember) ?? ''),
    createdAt: createdAt(id),
  };
}

function* commentOf(action: Json, place: Place): Generator<SourceItem> {
  const data = jsonOf(action.data);
  const id = textIn(action.id);
  const task = textIn(jsonOf(data?.card)?.id);
  const body = textIn(data?.text);
  if (!id || !task || !body) return yield skipped(place, 'a comment has no id, card or text');
  const { date, warnings } = dateReader(place, undefined);
  const author = personIn(jsonOf(action.memberCreator));
  yield { type: 'comment', place, id, task, author, body, createdAt: date(textIn(action.date)) };
  yield* warnings;
}
