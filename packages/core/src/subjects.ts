import type { Caller } from './access/caller.ts';
import { RUN_KEYS, type RunRule } from './access/run-keys.ts';
import { keyInputs } from './access/use-cases/inputs.ts';
import { keyUseCases } from './access/use-cases/keys.ts';
import { agentUseCases } from './agents/use-cases/agents.ts';
import { agentInputs, monitoringInputs } from './agents/use-cases/inputs.ts';
import { monitoringUseCases } from './agents/use-cases/monitoring.ts';
import { attemptUseCases } from './attempts/use-cases/attempts.ts';
import { attemptInputs } from './attempts/use-cases/inputs.ts';
import { chatUseCases } from './chats/use-cases/chats.ts';
import { chatInputs } from './chats/use-cases/inputs.ts';
import { claimUseCases } from './claims/use-cases/claims.ts';
import { claimInputs } from './claims/use-cases/inputs.ts';
import { eventUseCases } from './events/use-cases/events.ts';
import { eventInputs } from './events/use-cases/inputs.ts';
import { exportUseCases } from './exports/use-cases/export.ts';
import { exportInputs } from './exports/use-cases/inputs.ts';
import { fileUseCases } from './files/use-cases/files.ts';
import { fileInputs } from './files/use-cases/inputs.ts';
import { goalUseCases } from './goals/use-cases/goals.ts';
import { goalInputs } from './goals/use-cases/inputs.ts';
import { importUseCases } from './imports/use-cases/imports.ts';
import { importInputs } from './imports/use-cases/inputs.ts';
import { inboxUseCases } from './inbox/use-cases/inbox.ts';
import { inboxInputs } from './inbox/use-cases/inputs.ts';
import { initiativeUseCases } from './initiatives/use-cases/initiatives.ts';
import { initiativeInputs } from './initiatives/use-cases/inputs.ts';
import { type InputsOf, task, withCheckedInputs } from './inputs.ts';
import { labelInputs } from './labels/use-cases/inputs.ts';
import { labelUseCases } from './labels/use-cases/labels.ts';
import { memberInputs } from './members/use-cases/inputs.ts';
import { memberUseCases } from './members/use-cases/members.ts';
import { notificationInputs } from './notifications/use-cases/inputs.ts';
import { notificationUseCases } from './notifications/use-cases/notifications.ts';
import type { SteadyPorts, Units } from './ports.ts';
import { preferenceInputs } from './preferences/use-cases/inputs.ts';
import { preferenceUseCases } from './preferences/use-cases/preferences.ts';
import { projectInputs } from './projects/use-cases/inputs.ts';
import { projectUseCases } from './projects/use-cases/projects.ts';
import { questionInputs } from './questions/use-cases/inputs.ts';
import { questionUseCases } from './questions/use-cases/questions.ts';
import { resultInputs } from './results/use-cases/inputs.ts';
import { resultUseCases } from './results/use-cases/results.ts';
import { searchInputs } from './search/use-cases/inputs.ts';
import { searchUseCases } from './search/use-cases/search.ts';
import { sessionInputs } from './sessions/use-cases/inputs.ts';
import { sessionUseCases } from './sessions/use-cases/sessions.ts';
import { NESTED, UnitOfWorkMisuse } from './shared/unit-of-work.ts';
import { withinRun } from './steps/run-gate.ts';
import { withHooks } from './steps/run-hooks.ts';
import { attachmentUseCases } from './tasks/use-cases/attachments.ts';
import { commentUseCases } from './tasks/use-cases/comments.ts';
import {
  attachmentInputs,
  commentInputs,
  relationInputs,
  subscriptionInputs,
  taskInputs,
} from './tasks/use-cases/inputs.ts';
import { relationUseCases } from './tasks/use-cases/relations.ts';
import { subscriptionUseCases } from './tasks/use-cases/subscriptions.ts';
import { taskUseCases } from './tasks/use-cases/tasks.ts';
import type { Within } from './tasks/use-cases/within.ts';
import { turnInputs } from './turns/use-cases/inputs.ts';
import { turnUseCases } from './turns/use-cases/turns.ts';
import { usageInputs } from './usage/use-cases/inputs.ts';
import { usageUseCases } from './usage/use-cases/usage.ts';
import { verificationInputs } from './verifications/use-cases/inputs.ts';
import { verificationUseCases } from './verifications/use-cases/verifications.ts';
import { viewInputs } from './views/use-cases/inputs.ts';
import { viewUseCases } from './views/use-cases/views.ts';
import type { Wait, Waits } from './waits/waits.ts';
import { webhookInputs } from './webhooks/use-cases/inputs.ts';
import { webhookUseCases } from './webhooks/use-cases/webhooks.ts';
import { workInputs } from './work/use-cases/inputs.ts';
import { workUseCases } from './work/use-cases/work.ts';
import { workspaceInputs } from './workspace/use-cases/inputs.ts';
import { workspaceUseCases } from './workspace/use-cases/workspace.ts';

type Make = (ports: SteadyPorts, waits: Waits, within: Within) => object;

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
  views: viewUseCases,
  projects: projectUseCases,
  initiatives: initiativeUseCases,
  goals: goalUseCases,
  agents: agentUseCases,
  monitoring: monitoringUseCases,
  attachments: attachmentUseCases,
  files: fileUseCases,
  events: eventUseCases,
  notifications: notificationUseCases,
  preferences: preferenceUseCases,
  chats: chatUseCases,
  claims: claimUseCases,
  attempts: attemptUseCases,
  results: resultUseCases,
  verifications: verificationUseCases,
  questions: questionUseCases,
  inbox: inboxUseCases,
  search: searchUseCases,
  usage: usageUseCases,
  turns: turnUseCases,
  work: workUseCases,
  webhooks: webhookUseCases,
  exports: exportUseCases,
  imports: importUseCases,
} satisfies Record<string, Make>;

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
  views: viewInputs,
  projects: projectInputs,
  initiatives: initiativeInputs,
  goals: goalInputs,
  agents: agentInputs,
  monitoring: monitoringInputs,
  attachments: attachmentInputs,
  files: fileInputs,
  events: eventInputs,
  notifications: notificationInputs,
  preferences: preferenceInputs,
  chats: chatInputs,
  claims: claimInputs,
  attempts: attemptInputs,
  results: resultInputs,
  verifications: verificationInputs,
  questions: questionInputs,
  inbox: inboxInputs,
  search: searchInputs,
  usage: usageInputs,
  turns: turnInputs,
  work: workInputs,
  webhooks: webhookInputs,
  exports: exportInputs,
  imports: importInputs,
};

type Name = keyof typeof USE_CASES;

/** Every operation has a rule for run keys. */
RUN_KEYS satisfies {
  readonly [Of in {
    [Subject in Name]: `${Subject}.${keyof (typeof INPUTS)[Subject] & string}`;
  }[Name]]: RunRule;
};

/** All operations of the interface, as functions of a caller and an input. */
export type Subjects = { readonly [Subject in Name]: ReturnType<(typeof USE_CASES)[Subject]> };

/** Steps that run the hooks of an operation: a server records an upload, and a split creates and relates tasks. */
const PART_OF: Readonly<Record<string, string>> = {
  'files.record': 'files.upload',
  'tasks.createChild': 'tasks.create',
  'relations.relateChild': 'relations.relate',
};

/** The use cases of a subject: their operations check their inputs, and run the hooks of the host. */
function useCasesOf(subject: Name, ports: SteadyPorts, waits: Waits): object {
  const make: Make = USE_CASES[subject];
  const within: Within = (inner, units) => subjectsWithin(inner, waits, units);
  return withCheckedInputs(make(ports, waits, within), INPUTS[subject], (name, useCase, checks) => {
    const operation = PART_OF[`${subject}.${name}`] ?? `${subject}.${name}`;
    return async (caller, ...given) => {
      const gated = withinRun(ports, `${subject}.${name}`, caller as Caller, given);
      const hooks = ports.hooks.of(operation);
      const perform = (over: SteadyPorts) => {
        const useCases =
          over === ports ? null : (make(over, waits, within) as Record<string, typeof useCase>);
        return (useCases?.[name] ?? useCase)(caller, ...given);
      };
      if (!hooks) return perform(gated);
      const call = { operation, caller: caller as Caller, given, isOfTask: checks[0] === task };
      return withHooks(gated, hooks, call, async (hooked) => perform(hooked));
    };
  });
}

/** The use cases of all subjects. */
export function subjectsOver(ports: SteadyPorts, waits: Waits): Subjects {
  const made = Object.keys(USE_CASES).map((name) => [name, useCasesOf(name as Name, ports, waits)]);
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
for (const name of Object.keys(USE_CASES)) {
  const symbol = Symbol(name);
  Object.defineProperty(lazy, name, {
    get(this: Lazy) {
      this[symbol] ??= useCasesOf(name as Name, this[PORTS], this[WAITS]);
      return this[symbol];
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

export const nested = () => {
  throw new UnitOfWorkMisuse(NESTED);
};

/** The ports for use cases that run in the units of an open transaction instead of their own. */
export const portsWithin = (ports: SteadyPorts, { read, write }: Units): SteadyPorts => {
  const { directory, signals, ping, close } = ports.storage;
  return {
    ...ports,
    storage: { read, write, transaction: nested, snapshot: nested, directory, signals, ping, close },
  };
};

/** Waits that look once and do not block. */
const onlyLooking = ({ close, closed, size }: Waits, look: Look): Waits => ({
  hold: (wait) => look(wait as Wait<unknown>) as never,
  close,
  closed,
  size,
});

type Look = (wait: Wait<unknown>) => Promise<unknown>;

/** All operations, in the units of an open transaction. A wait looks once. */
export const subjectsWithin = (
  ports: SteadyPorts,
  waits: Waits,
  units: Units,
  look: Look = (wait) => wait.look(),
): Subjects => lazySubjectsOver(portsWithin(ports, units), onlyLooking(waits, look));
