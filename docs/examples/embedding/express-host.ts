import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTandem } from '@tandem/embed';
import { express as tandemApp } from '@tandem/embed/express';
import { files } from '@tandem/embed/files';
import { sqlite } from '@tandem/embed/sqlite';
import express from 'express';

const folder = await mkdtemp(join(tmpdir(), 'tandem-express-'));
const tandem = await startTandem({
  storage: sqlite({ file: join(folder, 'tandem.db') }),
  files: files({ directory: join(folder, 'files') }),
});

// Your sign-in instead: it returns the id of the person in your program, or null.
const authenticate = ({ headers }: { headers: { cookie?: string | undefined } }) =>
  /user=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? null;

const host = express();
host.use('/team', tandemApp(tandem, { authenticate, web: true, signInUrl: '/login' }));
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
await tandem.people.upsert({ externalId: '7', name: 'carol', displayName: 'Carol' });
const signedIn = await fetch(`${address}/team/api/v1/me`, { headers: { Cookie: 'user=7' } });
const { caller } = (await signedIn.json()) as { caller: { displayName: string } };
console.log(`signed in: ${caller.displayName}`);
const page = await fetch(`${address}/team/tasks`);
console.log(`the page: ${page.status}, ${page.headers.get('content-type')}`);
console.log(`beside it: ${await (await fetch(address)).text()}`);

// Waiting requests end, then the server, then what it used.
tandem.stopWaiting();
server.close();
await once(server, 'close');
await tandem.close();
await rm(folder, { recursive: true });
