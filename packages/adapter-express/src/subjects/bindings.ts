import { isConditional } from '@tandem/contract';
import type { Binding } from '../http/binding.ts';
import { agents } from './agents.ts';
import { attempts } from './attempts.ts';
import { bulk } from './bulk.ts';
import { chats } from './chats.ts';
import { claims } from './claims.ts';
import { events } from './events.ts';
import { exportBindings } from './exports.ts';
import { files } from './files.ts';
import { goals } from './goals.ts';
import { importBindings } from './imports.ts';
import { inbox } from './inbox.ts';
import { initiatives } from './initiatives.ts';
import { keys } from './keys.ts';
import { labels } from './labels.ts';
import { members } from './members.ts';
import { notifications } from './notifications.ts';
import { preferences } from './preferences.ts';
import { projects } from './projects.ts';
import { questions } from './questions.ts';
import { results } from './results.ts';
import { search } from './search.ts';
import { sessions } from './sessions.ts';
import { showNowOf } from './shown-now.ts';
import { tasks } from './tasks.ts';
import { turns } from './turns.ts';
import { usage } from './usage.ts';
import { verifications } from './verifications.ts';
import { views } from './views.ts';
import { webhooks } from './webhooks.ts';
import { work } from './work.ts';
import { workspace } from './workspace.ts';

const all: readonly Binding[] = [
  ...claims,
  ...tasks,
  ...bulk,
  ...attempts,
  ...results,
  ...verifications,
  ...questions,
  ...inbox,
  ...labels,
  ...views,
  ...projects,
  ...initiatives,
  ...goals,
  ...search,
  ...agents,
  ...usage,
  ...notifications,
  ...preferences,
  ...files,
  ...chats,
  ...turns,
  ...work,
  ...events,
  ...webhooks,
  ...members,
  ...keys,
  ...sessions,
  ...workspace,
  ...exportBindings,
  ...importBindings,
];

/** Every operation of the contract with its handler; requests are matched in this order. */
export const bindings: readonly Binding[] = all.map((binding) =>
  isConditional(binding.operation) ? { ...binding, showNow: showNowOf(binding.operation, all) } : binding,
);
