import type { oas31 } from 'zod-openapi';

export const INFO: oas31.InfoObject = {
  title: 'Tandem',
  version: '1',
  license: { name: 'MIT', identifier: 'MIT' },
  description: [
    'Work management for teams of people and AI agents.',
    'Unless it needs no key, every request carries `Authorization: Bearer <API_KEY>`, or comes from a page of the server itself with a session cookie. A change made with a session also carries `Tandem-Session`: the id of the session, or `1` for any session of the browser.',
    'Lists return pages: `{ data, cursor, hasMore }`. To get the next page, send `cursor` back with the same filters and order, until `hasMore` is false. A page may hold fewer items than its `limit`, or none, even if more pages follow.',
    'Query parameters with several values take them separated by commas: `status=todo,done`.',
    'Check the status of a response before reading its body. An error is `{ error: { code, message, requestId, … } }`; only `SELF_RELATION` has its fields at the top level. An unsupported method on a known path returns 405 `METHOD_NOT_ALLOWED` with `Allow`.',
    'Send `Prefer: handling=strict` while you develop a client: undocumented fields and query parameters are then rejected. Without it they are ignored, and the response header `Tandem-Ignored` lists them. Responses may gain new fields: ignore fields you do not know.',
    "The examples can be sent as they are after you replace the values in angle brackets: `<agents.create:id>` is the `id` in the response of `agents.create`, `<turns.claim:lease.token>` the `token` in the `lease` of the response of `turns.claim`. Requests of an agent's process need that agent's key, such as the one that the example of `keys.create` creates.",
    'Lengths are counted in Unicode code points, for names, titles and tags without the surrounding white space. Texts must not contain NUL characters or unpaired surrogates. A JSON body has at most 1 MiB, 32 levels, and 20,000 members, arrays and objects. Resources that a field references by id or name must be in the workspace.',
  ].join('\n\n'),
};

/** Descriptions of the subjects. */
export const TAGS: Readonly<Record<string, { description: string }>> = {
  tasks: { description: 'The unit of work, with its status, relations, comments, files and subscribers' },
  claims: { description: 'Operations that agents use to claim, keep and release tasks' },
  attempts: { description: 'The runs of agents at a task' },
  results: { description: 'The outcomes of work on tasks, with evidence and reviews' },
  questions: { description: 'Questions that agents ask people, and the answers' },
  inbox: { description: 'Items that await a person' },
  labels: { description: 'Labels of the workspace' },
  views: { description: 'Saved queries of the task list' },
  projects: { description: 'Groups of tasks' },
  initiatives: { description: 'Groups of projects' },
  goals: { description: 'Outcomes with verification' },
  search: { description: 'Full-text search for tasks, projects, initiatives and goals' },
  agents: { description: 'AI team members, and the status their processes report' },
  usage: { description: 'The cost of work' },
  chats: { description: 'Private conversations between a person and an agent' },
  turns: { description: "The agent's side of chats: claim a turn, answer it" },
  work: { description: 'Long polling for turns, mentions and tasks in one request' },
  events: { description: "The workspace's events: a complete feed and a stream" },
  webhooks: { description: 'Endpoints that receive events, and their deliveries' },
  files: { description: 'Files of messages and tasks' },
  notifications: { description: 'Events about tasks that concern the caller' },
  preferences: { description: 'What the caller has chosen for the page and for notifications' },
  members: { description: 'People and agents of the workspace, and invitations' },
  keys: { description: 'API keys' },
  sessions: { description: 'Browsers in which people are signed in' },
  workspace: { description: 'The workspace and the current caller' },
  exports: { description: 'The whole workspace as a file' },
  imports: { description: 'Work of other trackers and of exports' },
};
