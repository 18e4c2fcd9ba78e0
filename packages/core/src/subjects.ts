import { keyUseCases } from './access/use-cases.ts';
import { monitoringUseCases } from './agents/monitoring-use-cases.ts';
import { agentUseCases } from './agents/use-cases.ts';
import { chatUseCases } from './chats/use-cases.ts';
import { claimUseCases } from './claims/use-cases.ts';
import { eventUseCases } from './events/use-cases.ts';
import { fileUseCases } from './files/use-cases.ts';
import { goalUseCases } from './goals/use-cases.ts';
import { inboxUseCases } from './inbox/use-cases.ts';
import { initiativeUseCases } from './initiatives/use-cases.ts';
import { labelUseCases } from './labels/use-cases.ts';
import { memberUseCases } from './members/use-cases.ts';
import { notificationUseCases } from './notifications/use-cases.ts';
import type { SteadyPorts } from './ports.ts';
import { projectUseCases } from './projects/use-cases.ts';
import { questionUseCases } from './questions/use-cases.ts';
import { resultUseCases } from './results/use-cases.ts';
import { searchUseCases } from './search/use-cases.ts';
import { sessionUseCases } from './sessions/use-cases.ts';
import type { Waits } from './shared/waits.ts';
import { attachmentUseCases } from './tasks/attachment-use-cases.ts';
import { commentUseCases } from './tasks/comment-use-cases.ts';
import { relationUseCases } from './tasks/relation-use-cases.ts';
import { subscriptionUseCases } from './tasks/subscription-use-cases.ts';
import { taskUseCases } from './tasks/use-cases.ts';
import { turnUseCases } from './turns/use-cases.ts';
import { usageUseCases } from './usage/use-cases.ts';
import { webhookUseCases } from './webhooks/use-cases.ts';
import { workUseCases } from './work/use-cases.ts';
import { workspaceUseCases } from './workspace/use-cases.ts';

/** What can be asked of Tandem by a caller, subject by subject. */
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

type Name = keyof typeof USE_CASES;

/** Every operation that a caller may ask for, as a function of the caller and an input. */
export type Subjects = { readonly [Subject in Name]: ReturnType<(typeof USE_CASES)[Subject]> };

/** The use cases of all subjects. */
export function subjectsOver(ports: SteadyPorts, waits: Waits): Subjects {
  const made = Object.entries(USE_CASES).map(([name, make]) => [name, make(ports, waits)]);
  return Object.fromEntries(made);
}

/** No names, so that they are in nobody's way. */
const PORTS = Symbol('ports');
const WAITS = Symbol('waits');

interface Lazy {
  [PORTS]: SteadyPorts;
  [WAITS]: Waits;
  [made: symbol]: unknown;
}

/** A getter for each subject, which makes its use cases when they are first asked for. */
const lazy = {};
for (const [name, make] of Object.entries(USE_CASES)) {
  const kept = Symbol(name);
  Object.defineProperty(lazy, name, {
    get(this: Lazy) {
      this[kept] ??= make(this[PORTS], this[WAITS]);
      return this[kept];
    },
  });
}

/** The same, each subject made only when it is asked for: for a single request, which needs one or two of them. */
export function lazySubjectsOver(ports: SteadyPorts, waits: Waits): Subjects {
  const subjects = Object.create(lazy);
  subjects[PORTS] = ports;
  subjects[WAITS] = waits;
  return subjects;
}
