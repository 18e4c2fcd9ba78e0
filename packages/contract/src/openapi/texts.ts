import type { oas31 } from 'zod-openapi';

export const INFO: oas31.InfoObject = {
  title: 'Tandem',
  version: '1',
  license: { name: 'MIT', identifier: 'MIT' },
  description: [
    'Work management for teams of people and AI agents.',
    'Every request but those that need no key carries `Authorization: Bearer <API_KEY>`, or comes from a page of the server itself with the cookie of a session; a change by a session carries `Tandem-Session` as well: the id of the session, or `1` for whichever the browser has.',
    'Lists answer pages: `{ data, cursor, hasMore }`. Send `cursor` back, with the same filters and order, to go on until `hasMore` is false: a page may hold fewer items than its `limit`, or none, and others follow.',
    'Parameters of a query that take several values take them in one text, with commas between them: `status=todo,done`.',
    'Look at the status of an answer before reading it. An error is `{ error: { code, message, requestId, … } }`; `SELF_RELATION` alone has its fields at the top level. A known path with another method answers 405 `METHOD_NOT_ALLOWED` with `Allow`.',
    'Send `Prefer: handling=strict` while you write a client: fields and query parameters that are not documented are refused then. Without it they are ignored, and the header `Tandem-Ignored` of the answer names them. Answers may get further fields: ignore those that you do not know.',
    'The examples can be sent as they are, once what stands in angle brackets is replaced: `<agents.create:id>` is the `id` in the answer of `agents.create`, `<turns.claim:lease.token>` the `token` in the `lease` in that of `turns.claim`. What the process of an agent sends needs its key, such as the example of `keys.create` makes.',
    'Lengths are counted in Unicode code points; of names, titles and tags without the white space around them. No text holds a NUL character or half of a surrogate pair. A JSON body has at most 1 MiB, 32 levels, and 20,000 members, arrays and objects. What a field refers to by an id or a name must be in the workspace.',
  ].join('\n\n'),
};

/** What each subject is about. */
export const TAGS: Readonly<Record<string, { description: string }>> = {
  tasks: { description: 'The unit of work, with its status, relations, comments, files and subscribers' },
  claims: { description: 'How agents take up tasks: claim one, keep it, give it back' },
  results: { description: 'What the work at tasks came to, with evidence, and what people say of it' },
  questions: { description: 'What agents ask people, and the answers' },
  inbox: { description: 'What waits for a person' },
  labels: { description: 'Labels of the workspace' },
  projects: { description: 'Groups of tasks' },
  initiatives: { description: 'Groups of projects' },
  goals: { description: 'Outcomes that are verified' },
  search: { description: 'Finding tasks, projects, initiatives and goals by their words' },
  agents: { description: 'AI team members, and what their processes tell of them' },
  usage: { description: 'What work has cost' },
  chats: { description: 'Private conversations between a person and an agent' },
  turns: { description: "The agent's side of chats: claim a turn, answer it" },
  work: { description: 'One wait for all that an agent may take up: turns, and tasks' },
  events: { description: 'What happens in the workspace: a feed that loses nothing, and a stream' },
  webhooks: { description: 'Endpoints that are sent events, and what became of each' },
  files: { description: 'Contents of messages and of tasks' },
  notifications: { description: 'Transitions of tasks that the caller is subscribed to' },
  members: { description: 'People and agents of the workspace, and invitations' },
  keys: { description: 'API keys' },
  sessions: { description: 'Browsers in which people are signed in' },
  workspace: { description: 'The workspace, and who is asking' },
};
