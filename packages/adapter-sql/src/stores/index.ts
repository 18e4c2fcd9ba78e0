import type { Stores } from '@tandem/core';
import type { Session } from '../session.ts';
import { monitoringStore } from './agents.ts';
import { chatStores } from './chats.ts';
import { claimStore } from './claims.ts';
import { commentStore } from './comments.ts';
import { criterionStore } from './criteria.ts';
import { eventStore } from './events.ts';
import { fileStores } from './files.ts';
import { goalStore } from './goals.ts';
import { inboxStore } from './inbox.ts';
import { initiativeStore } from './initiatives.ts';
import { keyStore } from './keys.ts';
import { labelStore } from './labels.ts';
import { memberStore } from './members.ts';
import { notificationStore } from './notifications.ts';
import { projectStore } from './projects.ts';
import { questionStore } from './questions.ts';
import { relationStore } from './relations.ts';
import { removalStore } from './removals.ts';
import { resultStore } from './results.ts';
import { searchStore } from './search.ts';
import { sessionStores } from './sessions.ts';
import { storedResponseStore } from './stored-responses.ts';
import { subscriptionStore } from './subscriptions.ts';
import { taskStore } from './tasks.ts';
import { usageStore } from './usage.ts';
import { webhookStores } from './webhooks.ts';
import { workspaceStore } from './workspace.ts';

export const storesOn = (session: Session): Stores => ({
  workspace: workspaceStore(session),
  members: memberStore(session),
  keys: keyStore(session),
  tasks: taskStore(session),
  relations: relationStore(session),
  claims: claimStore(session),
  usage: usageStore(session),
  criteria: criterionStore(session),
  results: resultStore(session),
  questions: questionStore(session),
  inbox: inboxStore(session),
  comments: commentStore(session),
  subscriptions: subscriptionStore(session),
  labels: labelStore(session),
  projects: projectStore(session),
  initiatives: initiativeStore(session),
  goals: goalStore(session),
  events: eventStore(session),
  notifications: notificationStore(session),
  monitoring: monitoringStore(session),
  removals: removalStore(session),
  answers: storedResponseStore(session),
  search: searchStore(session),
  signals: { raise: (signal) => session.signals.push(signal) },
  ...sessionStores(session),
  ...fileStores(session),
  ...chatStores(session),
  ...webhookStores(session),
});
