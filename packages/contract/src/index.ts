import { agents } from './agents.ts';
import { attempts } from './attempts.ts';
import { bulk } from './bulk.ts';
import { chats } from './chats.ts';
import { claims } from './claims.ts';
import { events } from './events.ts';
import { exportOperations } from './exports.ts';
import { files } from './files.ts';
import { goals } from './goals.ts';
import { importOperations } from './imports.ts';
import { inbox } from './inbox.ts';
import { initiatives } from './initiatives.ts';
import { keys } from './keys.ts';
import { labels } from './labels.ts';
import { members } from './members.ts';
import { notifications } from './notifications.ts';
import type { Operation } from './operation.ts';
import { preferences } from './preferences.ts';
import { projects } from './projects.ts';
import { questions } from './questions.ts';
import { results } from './results.ts';
import { search } from './search.ts';
import { sessions } from './sessions.ts';
import { tasks } from './tasks.ts';
import { turns } from './turns.ts';
import { usage } from './usage.ts';
import { verifications } from './verifications.ts';
import { views } from './views.ts';
import { webhooks } from './webhooks.ts';
import { work } from './work.ts';
import { workspace } from './workspace.ts';

/** The whole HTTP API: one row per operation, grouped by subject. */
export const contract = {
  tasks: { ...tasks, ...bulk },
  claims,
  attempts,
  results,
  verifications,
  questions,
  inbox,
  labels,
  views,
  projects,
  initiatives,
  goals,
  search,
  agents,
  usage,
  chats,
  turns,
  work,
  events,
  webhooks,
  files,
  notifications,
  preferences,
  members,
  keys,
  sessions,
  workspace,
  exports: exportOperations,
  imports: importOperations,
};

export const operations: readonly Operation[] = Object.values(contract).flatMap((group) =>
  Object.values(group as Record<string, Operation>),
);

export { BULK_OPERATIONS } from './bulk.ts';
export { ERROR_CODES, errorsOf, MEANINGS, STATUS_OF_KIND, statusOf } from './errors.ts';
export { type ExportRecords, exportEnd, exportHeader, exportRecord, exportSchema } from './exports.ts';
export { importRecord } from './import-records.ts';
export { ANSWER_REFUSALS, MAX_ANSWERS } from './inbox.ts';
export type { Access, ErrorCode, HttpCode, Method, Operation } from './operation.ts';
export { isConditional, isKeyed, isMessage, isRevalidated, isStreamed, isTagged } from './requests.ts';
export { unknownFields, unknownProblems } from './unknown-fields.ts';
export { type Problems, validate } from './validation.ts';
