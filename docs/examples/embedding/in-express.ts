import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '@tandem/adapter-express';
import { localFiles } from '@tandem/adapter-files';
import { nodePorts } from '@tandem/adapter-node';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import { createTandem, startHousekeeping } from '@tandem/core';
import express from 'express';

const folder = await mkdtemp(join(tmpdir(), 'tandem-express-'));
const ports = nodePorts();
const { newId } = ports;
const tandem = createTandem({
  ...ports,
  storage: sqliteStorage({ file: join(folder, 'tandem.db') }),
  contents: localFiles({ directory: join(folder, 'files') }),
});

const housekeeping = startHousekeeping(tandem, { ...ports, onError: console.error });

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
await housekeeping.stop();
await tandem.close();
await rm(folder, { recursive: true });
