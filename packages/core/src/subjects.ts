import { keyInputs } from './access/inputs.ts';
import { keyUseCases } from './access/use-cases.ts';
import { agentInputs, monitoringInputs } from './agents/inputs.ts';
import { monitoringUseCases } from './agents/monitoring-use-cases.ts';
import { agentUseCases } from './agents/use-cases.ts';
import { chatInputs } from './chats/inputs.ts';
import { chatUseCases } from './chats/use-cases.ts';
import { claimInputs } from './claims/inputs.ts';
import { claimUseCases } from './claims/use-cases.ts';
import { eventInputs } from './events/inputs.ts';
import { eventUseCases } from './events/use-cases.ts';
import { fileInputs } from './files/inputs.ts';
import { fileUseCases } from './files/use-cases.ts';
import { goalInputs } from './goals/inputs.ts';
import { goalUseCases } from './goals/use-cases.ts';
import { inboxInputs } from './inbox/inputs.ts';
import { inboxUseCases } from './inbox/use-cases.ts';
import { initiativeInputs } from './initiatives/inputs.ts';
import { initiativeUseCases } from './initiatives/use-cases.ts';
import { labelInputs } from './labels/inputs.ts';
import { labelUseCases } from './labels/use-cases.ts';
import { memberInputs } from './members/inputs.ts';
import { memberUseCases } from './members/use-cases.ts';
import { notificationInputs } from './notifications/inputs.ts';
import { notificationUseCases } from './notifications/use-cases.ts';
import type { SteadyPorts } from './ports.ts';
import { projectInputs } from './projects/inputs.ts';
import { projectUseCases } from './projects/use-cases.ts';
import { questionInputs } from './questions/inputs.ts';
import { questionUseCases } from './questions/use-cases.ts';
import { resultInputs } from './results/inputs.ts';
import { resultUseCases } from './results/use-cases.ts';
import { searchInputs } from './search/inputs.ts';
import { searchUseCases } from './search/use-cases.ts';
import { sessionInputs } from './sessions/inputs.ts';
import { sessionUseCases } from './sessions/use-cases.ts';
import { type InputsOf, withCheckedInputs } from './shared/inputs.ts';
import type { Waits } from './shared/waits.ts';
import { attachmentUseCases } from './tasks/attachment-use-cases.ts';
import { commentUseCases } from './tasks/comment-use-cases.ts';
import {
  attachmentInputs,
  commentInputs,
  relationInputs,
  subscriptionInputs,
  taskInputs,
} from './tasks/inputs.ts';
import { relationUseCases } from './tasks/relation-use-cases.ts';
import { subscriptionUseCases } from './tasks/subscription-use-cases.ts';
import { taskUseCases } from './tasks/use-cases.ts';
import { turnInputs } from './turns/inputs.ts';
import { turnUseCases } from './turns/use-cases.ts';
import { usageInputs } from './usage/inputs.ts';
import { usageUseCases } from './usage/use-cases.ts';
import { webhookInputs } from './webhooks/inputs.ts';
import { webhookUseCases } from './webhooks/use-cases.ts';
import { workInputs } from './work/inputs.ts';
import { workUseCases } from './work/use-cases.ts';
import { workspaceInputs } from './workspace/inputs.ts';
import { workspaceUseCases } from './workspace/use-cases.ts';

/** The use cases available to a caller, by subject. */
const USE_CASES = {
  workspace: workspaceUseCases,
  members: memberUseCases,
  keys: keyUseCases,
  sessions: sessionUseCases,
  tasks: taskUseCases,
  relations: relationUseCases,
  comments: commentUseCases,
  subscriptions: subscriptionUseCases,
  labels: labelUseCases,
  projects: projectUseCases,
  initiatives: initiativeUseCases,
  goals: goalUseCases,
  agents: agentUseCases,
  monitoring: monitoringUseCases,
  attachments: attachmentUseCases,
  files: fileUseCases,
  events: eventUseCases,
  notifications: notificationUseCases,
  chats: chatUseCases,
  claims: claimUseCases,
  results: resultUseCases,
  questions: questionUseCases,
  inbox: inboxUseCases,
  search: searchUseCases,
  usage: usageUseCases,
  turns: turnUseCases,
  work: workUseCases,
  webhooks: webhookUseCases,
} satisfies Record<string, (ports: SteadyPorts, waits: Waits) => object>;

/** The input checks of each subject. */
export const INPUTS: { readonly [Subject in Name]: InputsOf<(typeof USE_CASES)[Subject]> } = {
  workspace: workspaceInputs,
  members: memberInputs,
  keys: keyInputs,
  sessions: sessionInputs,
  tasks: taskInputs,
  relations: relationInputs,
  comments: commentInputs,
  subscriptions: subscriptionInputs,
  labels: labelInputs,
  projects: projectInputs,
  initiatives: initiativeInputs,
  goals: goalInputs,
  agents: agentInputs,
  monitoring: monitoringInputs,
  attachments: attachmentInputs,
  files: fileInputs,
  events: eventInputs,
  notifications: notificationInputs,
  chats: chatInputs,
  claims: claimInputs,
  results: resultInputs,
  questions: questionInputs,
  inbox: inboxInputs,
  search: searchInputs,
  usage: usageInputs,
  turns: turnInputs,
  work: workInputs,
  webhooks: webhookInputs,
};

type Name = keyof typeof USE_CASES;

/** All operations of the interface, as functions of a caller and an input. */
export type Subjects = { readonly [Subject in Name]: ReturnType<(typeof USE_CASES)[Subject]> };

/** The use cases of all subjects. */
export function subjectsOver(ports: SteadyPorts, waits: Waits): Subjects {
  const made = Object.entries(USE_CASES).map(([name, make]) => [
    name,
    withCheckedInputs(make(ports, waits), INPUTS[name as Name]),
  ]);
  return Object.fromEntries(made);
}

/** Without a prototype, so that its names cannot collide. */
const PORTS = Symbol('ports');
const WAITS = Symbol('waits');

interface Lazy {
  [PORTS]: SteadyPorts;
  [WAITS]: Waits;
  [made: symbol]: unknown;
}

/** A getter per subject that creates its use cases on first use. */
const lazy = {};
for (const [name, make] of Object.entries(USE_CASES)) {
  const kept = Symbol(name);
  Object.defineProperty(lazy, name, {
    get(this: Lazy) {
      this[kept] ??= withCheckedInputs(make(this[PORTS], this[WAITS]), INPUTS[name as Name]);
      return this[kept];
    },
  });
}

/**
 * Like `subjectsOver`, with each subject created on first use: for a single request, which needs one or two of them.
 */
export function lazySubjectsOver(ports: SteadyPorts, waits: Waits): Subjects {
  const subjects = Object.create(lazy);
  subjects[PORTS] = ports;
  subjects[WAITS] = waits;
  return subjects;
}
