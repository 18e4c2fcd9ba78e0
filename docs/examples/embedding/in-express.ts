import { once, setMaxListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createApp } from '@tandem/adapter-express';
import { localFiles } from '@tandem/adapter-files';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import { createTandem } from '@tandem/core';
import { nodePorts } from '@tandem/core/node';
import express from 'express';

const folder = await mkdtemp(join(tmpdir(), 'tandem-express-'));
const ports = nodePorts();
const { newId } = ports;
const tandem = createTandem({
  ...ports,
  storage: sqliteStorage({ file: join(folder, 'tandem.db') }),
  contents: localFiles({ directory: join(folder, 'files') }),
});

// Periodic jobs, and the pause after each run.
const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
const chores: [pause: number, chore: () => Promise<unknown>][] = [
  [SECOND, () => tandem.turns.expireLeases()],
  [SECOND, () => tandem.claims.tidy()],
  [SECOND, () => tandem.questions.tidy()],
  [SECOND, () => tandem.webhooks.deliver()],
  [SECOND, () => tandem.removals.clear()],
  [SECOND, () => tandem.search.fill()],
  [600 * SECOND, () => tandem.usage.tidy()],
  [600 * SECOND, () => tandem.monitoring.forgetTelemetry(30 * DAY)],
  [600 * SECOND, () => tandem.notifications.forget(90 * DAY)],
  [600 * SECOND, () => tandem.chats.forgetKeys(90 * DAY)],
  [600 * SECOND, () => tandem.claims.forget(90 * DAY)],
  [600 * SECOND, () => tandem.requests.forget(DAY)],
  [600 * SECOND, () => tandem.events.forget(30 * DAY)],
  [600 * SECOND, () => tandem.webhooks.forget(30 * DAY)],
  [600 * SECOND, () => tandem.sessions.forget()],
  [DAY, () => tandem.files.sweep()],
];
const stopping = new AbortController();
const { signal } = stopping;
// Each waits on it; Node warns of more than ten.
setMaxListeners(chores.length, signal);
const jobsRun = chores.map(async ([pause, chore]) => {
  while (!signal.aborted) {
    await tandem
      .leads()
      .then((leads) => (leads ? chore() : undefined))
      .catch(console.error);
    await setTimeout(pause, undefined, { signal }).catch(() => undefined);
  }
});

// The program's own app, with the interface under a prefix of it.
const host = express();
host.use('/team', createApp({ tandem, newId, rateLimit: 1200 }));
host.get('/', (_req, res) => void res.send('The rest of the program'));
const server = host.listen(0, '127.0.0.1');
await once(server, 'listening');

const { secret } = await tandem.operator.createWorkspace({ name: 'Acme', admin: { name: 'ada' } });
const { port } = server.address() as AddressInfo;
const address = `http://127.0.0.1:${port}`;
const answer = await fetch(`${address}/team/api/v1/tasks`, {
  method: 'POST',
  headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ title: 'Write the launch note' }),
});
const task = (await answer.json()) as { taskNumber: number; title: string };
console.log(`over HTTP: ${answer.status}, task ${task.taskNumber}, "${task.title}"`);
console.log(`beside it: ${await (await fetch(address)).text()}`);

// Ends waiting requests, so that the storage can be closed.
tandem.stopWaiting();
server.close();
await once(server, 'close');
stopping.abort();
await Promise.all(jobsRun);
await tandem.close();
await rm(folder, { recursive: true });
