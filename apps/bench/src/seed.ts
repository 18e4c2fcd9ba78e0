import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { nodePorts } from '@tandem/adapter-node';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import {
  type Agent,
  createTandem,
  DEFAULT_FIELDS,
  type Human,
  type Label,
  type NewId,
  NO_CHILDREN,
  NO_WORK,
  type Storage,
  type Stores,
  type Tandem,
  type Task,
} from '@tandem/core';
import { newTeam, type Team } from '@tandem/core/testing/world';
import { DESCRIPTION, SIZES, type Traits, tagNamed, traitsOf } from './population.ts';

/** A database full of tasks, with the resources that its tasks refer to. */
export interface Seeded {
  /** The folder that the database lies in. */
  readonly folder: string;
  readonly tasks: number;
  readonly workspaceId: string;
  /** The key of an admin. */
  readonly secret: string;
  readonly admin: string;
  readonly memberNames: readonly string[];
  readonly projectIds: readonly string[];
  readonly agentIds: readonly string[];
  readonly labelNames: readonly string[];
}

export const databaseIn = (folder: string): string => join(folder, 'tandem.db');

/** Copies a database to a new folder. It must be closed, so that its one file is all of it. */
export function copyDatabase(from: string, to: string): void {
  mkdirSync(to);
  copyFileSync(databaseIn(from), databaseIn(to));
}

/**
 * Tasks written in one unit of work: the maximum that shares a commit. With more, SQLite would merge the word index
 * during a later measurement.
 */
const BATCH = 256;
const START = Date.UTC(2025, 0, 1);

/**
 * Creates a database with a workspace of `tasks` tasks in an existing folder. Use cases create members, labels and
 * projects; the tasks go through the stores, each with its activity and subscriptions.
 */
export async function seed(folder: string, tasks: number): Promise<Seeded> {
  const storage = sqliteStorage({ file: databaseIn(folder) });
  const tandem = createTandem({ ...nodePorts(), storage });
  try {
    return { folder, ...(await seedIn(tandem, storage, tasks)) };
  } finally {
    await tandem.close();
  }
}

/** Makes such a workspace in a storage, whichever it is. */
export async function seedIn(
  tandem: Tandem,
  storage: Storage,
  tasks: number,
): Promise<Omit<Seeded, 'folder'>> {
  const { newId } = nodePorts();
  const team = await newTeam(tandem);
  const { workspaceId, founder } = team;
  const fixtures = await makeFixtures(team);
  for (let first = 1; first <= tasks; first += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, tasks - first + 1) }, (_, i) => first + i);
    await storage.write(workspaceId, async (stores) => {
      for (const number of numbers) {
        await addTask(stores, newId, fixtures, number, traitsOf(number, tasks));
      }
    });
  }
  return {
    tasks,
    workspaceId,
    secret: founder.secret,
    admin: founder.name,
    memberNames: fixtures.members.map(({ name }) => name),
    projectIds: fixtures.projects.map(({ id }) => id),
    agentIds: fixtures.agents.map(({ id }) => id),
    labelNames: fixtures.labels.map(({ name }) => name),
  };
}

/** The resources that tasks refer to, in the order of their indexes. */
export interface Fixtures {
  readonly members: readonly (Human | Agent)[];
  readonly agents: readonly Agent[];
  readonly projects: readonly { readonly id: string; readonly title: string }[];
  readonly labels: readonly Label[];
}

export async function makeFixtures({ tandem, admin, ...team }: Team): Promise<Fixtures> {
  const agents = await made(SIZES.agents, (i) => team.agent(`agent-${i}`));
  const people = await made(SIZES.members - SIZES.agents, (i) => team.person(`person-${i}`));
  const projects = await made(SIZES.projects, (i) =>
    tandem.projects.create(admin, { title: `Project ${i}` }),
  );
  // One more than tasks carry in general: the rare one.
  const labels = await made(SIZES.labels + 1, (i) => tandem.labels.create(admin, { name: `Label ${i}` }));
  return { members: [...agents, ...people], agents, projects, labels };
}

/** Creates this many, one after another. */
async function made<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let i = 0; i < count; i++) all.push(await make(i));
  return all;
}

async function addTask(
  stores: Stores,
  newId: NewId,
  { members, projects, labels }: Fixtures,
  number: number,
  traits: Traits,
): Promise<void> {
  const at = START + number * 1_000;
  const creator = members[traits.creator] as Human | Agent;
  const assignee = traits.assignee === null ? null : (members[traits.assignee] as Human | Agent);
  const task: Task = {
    ...DEFAULT_FIELDS,
    id: newId(),
    taskNumber: await stores.tasks.nextNumber(),
    title: `Task ${number} of ${tagNamed(number % SIZES.tags)}`,
    description: DESCRIPTION,
    status: traits.status,
    priority: traits.priority,
    assignee: assignee && { id: assignee.id, name: assignee.name },
    project: traits.project === null ? null : (projects[traits.project] ?? null),
    tags: traits.tags,
    labels: traits.labels.map((index) => labels[index] as Label),
    effort: traits.effort,
    completedAt: traits.status === 'done' ? at : null,
    archived: traits.archived,
    blocked: false,
    parent: null,
    children: NO_CHILDREN,
    overBudget: false,
    held: false,
    work: NO_WORK,
    claim: null,
    waitingFor: null,
    creatorId: creator.id,
    fromAgent: creator.type === 'agent',
    fromImport: false,
    rank: null,
    createdAt: at,
    updatedAt: at,
  };
  await stores.tasks.insert(task);
  await stores.events.append({
    id: newId(),
    actor: { type: creator.type, id: creator.id, name: creator.name, keyOwner: null },
    entity: { type: 'task', id: task.id, title: task.title, taskNumber: task.taskNumber },
    action: 'created',
    changes: [],
    reason: null,
    related: null,
    createdAt: at,
  });
  await stores.subscriptions.add(task.taskNumber, [creator.id]);
  if (traits.blockedBy !== null) {
    const edge = { kind: 'blocks', from: traits.blockedBy, to: number } as const;
    await stores.relations.insert({ id: newId(), ...edge, madeOn: number, madeBy: 'human' });
  }
}
