import { type Dataset, MAX_SUBSCRIBERS, MOST, type Sizes } from '../dataset.ts';
import type { Bulk } from './bulk.ts';
import { addChat } from './chats.ts';
import { addEvent, notify } from './events.ts';
import { addAgent, addServiceKeys, addTelemetry } from './members.ts';
import type { Owners } from './owners.ts';
import { addGoal, addInitiative, addProject, addVerifications } from './plans.ts';
import { addComments, addFile, addLabel, addTask, subscribe } from './tasks.ts';
import {
  APART_TAG,
  addBlocked,
  addGraph,
  addLongTasks,
  addTasks,
  blockedBy,
  PAIRWISE_EFFORT,
  PAIRWISE_TAG,
} from './tasks-of-dataset.ts';
import { LONG_DESCRIPTION, LONG_EVIDENCE, LONG_MESSAGE, LONG_TITLE } from './texts.ts';

const FORMER_NAME = 'temp';

/** All rows of a dataset, in list order. */
export function addEverything(bulk: Bulk, owners: Owners, sizes: Sizes): Dataset {
  const { admin, chatty, talker, listener, locksmith, host, queued, fixtures } = owners;
  const [busy, , wordy, idle] = fixtures.agents.map(({ id }) => id) as [string, string, string, string];
  const { many, long } = sizes;

  const chain = addChain(bulk, many);
  for (let i = 0; i < many; i++) addAgent(bulk, { name: FORMER_NAME, removed: true });
  for (let i = 0; i < many; i++) addLabel(bulk, `label-${i}`);
  addServiceKeys(bulk, locksmith.id, Math.max(many, MOST + 1));
  addTelemetry(bulk, busy, many);

  addTasks(bulk, owners, sizes);
  const graphRange = addGraph(bulk, owners, sizes);
  const blocked = addBlocked(bulk, owners, sizes);
  const overblocked = blockedBy(bulk, admin.id, { first: 1, last: many });
  const loaded = addLoadedTask(bulk, owners, chain, sizes);
  const followed = addTask(bulk, admin.id);
  subscribe(bulk, followed, chain.slice(0, MAX_SUBSCRIBERS - 1));
  const longComments = addTask(bulk, admin.id);
  addComments(bulk, longComments, admin.id, long, LONG_DESCRIPTION);
  const longEvents = addWordyTask(bulk, owners, wordy, long);
  addInboxes(bulk, owners, sizes);
  const longTasks = addLongTasks(bulk, owners, sizes);

  const plans = addPlans(bulk, sizes);
  const chats = addChats(bulk, owners, { queue: queued.id, wordy }, sizes);
  return {
    sizes,
    workspaceId: owners.workspaceId,
    admin,
    chatty,
    talker,
    listener,
    locksmith,
    host,
    queued,
    busy,
    wordy,
    idle,
    chain: {
      top: chain[0] as string,
      lowestAllowed: chain[Math.min(MOST, chain.length) - 2] as string,
      bottom: chain.at(-1) as string,
    },
    formerName: FORMER_NAME,
    apart: {
      tag: APART_TAG,
      creator: owners.apartCreator.name,
      assignee: owners.apartAssignee.name,
      project: owners.projects.apart,
      label: 'apart',
    },
    pairwise: { tag: PAIRWISE_TAG, label: 'pairwise', effort: PAIRWISE_EFFORT },
    tasks: {
      spare: { first: 1, last: many },
      graph: { ...graphRange, project: owners.projects.graph },
      long: longTasks,
      loaded,
      followed,
      longComments,
      longEvents,
      overblocked,
      blocked,
    },
    ...plans,
    ...chats,
  };
}

/** Agents that each report to the previous one, from the top down. */
function addChain(bulk: Bulk, count: number): string[] {
  const chain: string[] = [];
  for (let i = 0; i < count; i++) chain.push(addAgent(bulk, { reportsTo: chain.at(-1) ?? null }));
  return chain;
}

/** A quarter of all notifications are of one task. */
const ON_ONE_TASK = 0.25;

function addLoadedTask(
  bulk: Bulk,
  { admin, fixtures }: Owners,
  chain: readonly string[],
  sizes: Sizes,
): number {
  const number = addTask(bulk, admin.id);
  addComments(bulk, number, admin.id, sizes.many, 'Me too');
  subscribe(bulk, number, chain);
  const members = fixtures.members.map(({ id }) => id);
  const moves = Math.ceil((sizes.notifications * ON_ONE_TASK) / members.length);
  for (let i = 0; i < moves; i++) notify(bulk, { number, members, actor: admin.id });
  return number;
}

/** A task whose description an agent has changed many times, between texts of maximum length. */
function addWordyTask(bulk: Bulk, { admin }: Owners, agent: string, times: number): number {
  const number = addTask(bulk, admin.id);
  const id = bulk.newId();
  bulk.run('UPDATE tasks SET id = ? WHERE workspace_id = ? AND number = ?', id, bulk.workspaceId, number);
  const change = { field: 'description', oldValue: LONG_DESCRIPTION, newValue: LONG_DESCRIPTION };
  const task = { id, title: LONG_TITLE };
  for (let i = 0; i < times; i++)
    addEvent(bulk, { actor: agent, actorType: 'agent', task, action: 'updated', ...change });
  return number;
}

function addInboxes(
  bulk: Bulk,
  { admin, chatty, listener }: Owners,
  { tasks, notifications, long }: Sizes,
): void {
  const unread = Math.round(notifications * (1 - ON_ONE_TASK));
  for (let i = 0; i < unread; i++) {
    notify(bulk, { number: 1 + ((i * 7919) % tasks), members: [admin.id], actor: chatty.id });
  }
  for (let i = 0; i < long; i++) {
    notify(bulk, { number: 1, members: [listener.id], actor: chatty.id, reason: LONG_DESCRIPTION });
  }
}

function addPlans(bulk: Bulk, { many, long }: Sizes) {
  for (let i = 0; i < many; i++) addInitiative(bulk);
  const initiative = addInitiative(bulk);
  const longInitiative = addInitiative(bulk);
  for (let i = 0; i < many; i++) addGoal(bulk, { initiative });
  const goal = addGoal(bulk);
  addVerifications(bulk, goal, many);
  const longGoal = addGoal(bulk);
  addVerifications(bulk, longGoal, long, LONG_EVIDENCE);
  for (let i = 0; i < many; i++) addProject(bulk, { initiative, goal });
  // The newest are the longest, so that a first page is the largest.
  const texts = { title: LONG_TITLE, description: LONG_DESCRIPTION };
  for (let i = 0; i < long; i++) {
    addProject(bulk, { ...texts, initiative: longInitiative });
    addGoal(bulk, { ...texts, test: LONG_DESCRIPTION });
    addInitiative(bulk, texts);
  }
  return { initiative, longInitiative, goal, longGoal };
}

function addChats(
  bulk: Bulk,
  { chatty, talker }: Owners,
  { queue, wordy }: { queue: string; wordy: string },
  { many, long }: Sizes,
) {
  const file = addFile(bulk, chatty.id);
  for (let i = 0; i < many; i++)
    addChat(bulk, { person: chatty.id, agent: queue, asked: 1, last: 'queued', file });
  const large = addChat(bulk, { person: talker.id, agent: wordy, asked: Math.round(many / 2) });
  const longest = addChat(bulk, {
    person: talker.id,
    agent: wordy,
    asked: long,
    body: LONG_MESSAGE,
    reply: LONG_DESCRIPTION,
  });
  return { chats: { many: large.id, long: longest.id }, file };
}
