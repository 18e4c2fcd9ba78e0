const { mkdtemp, rm } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { sqliteStorage } = require('@tandem/adapter-sqlite');
const { createTandem } = require('@tandem/core');
const { inMemoryStorage } = require('@tandem/core/in-memory');
const { nodePorts } = require('@tandem/adapter-node');

/**
 * @param {import('@tandem/core').Tandem} tandem
 * @param {string} where
 */
async function moveATask(tandem, where) {
  const { workspace } = await tandem.operator.createWorkspace({ name: 'Acme', admin: { name: 'ada' } });
  const ada = await tandem.operator.callerFor(workspace.id, 'ada');
  const { taskNumber } = await tandem.tasks.create(ada, { title: 'Write the launch note' });
  await tandem.tasks.transition(ada, taskNumber, { to: 'in_progress' });
  const task = await tandem.tasks.get(ada, taskNumber);
  console.log(`${where}: task ${task.taskNumber}, "${task.title}", is ${task.status}`);
  await tandem.close();
}

async function main() {
  await moveATask(createTandem({ ...nodePorts(), storage: inMemoryStorage() }), 'in memory');

  const folder = await mkdtemp(join(tmpdir(), 'tandem-embedding-'));
  const storage = sqliteStorage({ file: join(folder, 'tandem.db') });
  await moveATask(createTandem({ ...nodePorts(), storage }), 'on SQLite');
  await rm(folder, { recursive: true });
}

main();
