import type { Stores } from '@tandem/core';
import type { Session } from '../session.ts';
import { keyStore } from './access/store.ts';
import { monitoringStore } from './agents/store.ts';
import { chatStores } from './chats/store.ts';
import { attemptStore } from './claims/attempts.ts';
import { claimStore } from './claims/store.ts';
import { eventStore } from './events/store.ts';
import { exportStore } from './exports/store.ts';
import { fileStores } from './files/store.ts';
import { goalStore } from './goals/store.ts';
import { storedResponseStore } from './idempotency/store.ts';
import { importStore } from './imports/store.ts';
import { inboxStore } from './inbox/store.ts';
import { initiativeStore } from './initiatives/store.ts';
import { labelStore } from './labels/store.ts';
import { memberStore } from './members/store.ts';
import { notificationStore } from './notifications/store.ts';
import { preferenceStore } from './preferences/store.ts';
import { projectStore } from './projects/store.ts';
import { questionStore } from './questions/store.ts';
import { readyStore } from './ready/store.ts';
import { removalStore } from './removals/store.ts';
import { criterionStore } from './results/criteria.ts';
import { resultStore } from './results/store.ts';
import { searchStore } from './search/store.ts';
import { sessionStores } from './sessions/store.ts';
import { commentStore } from './tasks/comments.ts';
import { rankStore } from './tasks/ranks.ts';
import { relationStore } from './tasks/relations.ts';
import { taskStore } from './tasks/store.ts';
import { subscriptionStore } from './tasks/subscriptions.ts';
import { subtaskStore } from './tasks/subtasks.ts';
import { usageStore } from './usage/store.ts';
import { verificationStore } from './verifications/store.ts';
import { viewStore } from './views/store.ts';
import { webhookStores } from './webhooks/store.ts';
import { workspaceStore } from './workspace/store.ts';

export const storesOn = (session: Session): Stores => ({
  workspace: workspaceStore(session),
  members: memberStore(session),
  keys: keyStore(session),
  tasks: taskStore(session),
  ranks: rankStore(session),
  subtasks: subtaskStore(session),
  relations: relationStore(session),
  claims: claimStore(session),
  attempts: attemptStore(session),
  ready: readyStore(session),
  usage: usageStore(session),
  criteria: criterionStore(session),
  results: resultStore(session),
  verifications: verificationStore(session),
  questions: questionStore(session),
  inbox: inboxStore(session),
  comments: commentStore(session),
  subscriptions: subscriptionStore(session),
  labels: labelStore(session),
  views: viewStore(session),
  preferences: preferenceStore(session),
  projects: projectStore(session),
  initiatives: initiativeStore(session),
  goals: goalStore(session),
  events: eventStore(session),
  notifications: notificationStore(session),
  monitoring: monitoringStore(session),
  removals: removalStore(session),
  answers: storedResponseStore(session),
  search: searchStore(session),
  exports: exportStore(session),
  imports: importStore(session),
  signals: { raise: (signal) => session.signals.push(signal) },
  pace: session.pace,
  ...sessionStores(session),
  ...fileStores(session),
  ...chatStores(session),
  ...webhookStores(session),
});
