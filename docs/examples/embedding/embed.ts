import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePorts } from '@tandem/adapter-node';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import { createTandem, Refusal, type Tandem } from '@tandem/core';
import { inMemoryStorage } from '@tandem/core/in-memory';

/** The same for every storage. */
async function finishATask(tandem: Tandem, where: string): Promise<void> {
  const { workspace, secret } = await tandem.operator.createWorkspace({
    name: 'Acme',
    admin: { name: 'ada', displayName: 'Ada Lovelace' },
  });

  const ada = await tandem.operator.callerFor(workspace.id, 'ada');
  const { taskNumber } = await tandem.tasks.create(ada, { title: 'Write the launch note' });
  await tandem.tasks.transition(ada, taskNumber, { to: 'in_progress' });

  const task = await tandem.tasks.get(ada, taskNumber);
  console.log(`${where}: task ${task.taskNumber}, "${task.title}", is ${task.status}`);

  await tandem.agents.create(ada, { name: 'otto', displayName: 'Otto', emoji: '🤖', model: 'any' });
  const otto = await tandem.operator.callerFor(workspace.id, 'otto');
  try {
    await tandem.tasks.transition(otto, taskNumber, { to: 'done' });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.log(`${where}: otto may not complete it (${error.kind}, ${error.code})`);
  }

  const caller = await tandem.authenticate(secret);
  const done = await tandem.tasks.transition(caller, taskNumber, { to: 'done' });
  console.log(`${where}: ${caller.displayName} may, and now it is ${done.status}`);
}

const inMemory = createTandem({ ...nodePorts(), storage: inMemoryStorage() });
await finishATask(inMemory, 'in memory');
await inMemory.close();

const folder = await mkdtemp(join(tmpdir(), 'tandem-embedding-'));
const onDisk = createTandem({ ...nodePorts(), storage: sqliteStorage({ file: join(folder, 'tandem.db') }) });
await finishATask(onDisk, 'on SQLite');
await onDisk.close();

// All data is in the file; another Tandem, later or in another process, can continue with it.
const later = createTandem({ ...nodePorts(), storage: sqliteStorage({ file: join(folder, 'tandem.db') }) });
const [workspace] = await later.operator.workspaces();
console.log(`on SQLite: ${workspace?.name} is still there when the file is opened again`);
await later.close();
await rm(folder, { recursive: true });
