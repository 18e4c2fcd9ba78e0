import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { startTandem } from '@tandem/embed';
import { handler } from '@tandem/embed/express';
import { memory } from '@tandem/embed/memory';

const tandem = await startTandem({ storage: memory() });
const handle = handler(tandem);

// In Next.js: export const GET = handle, POST = handle. In Hono: app.mount('/', handle).
// For node:http, a library converts requests, reports closed connections and refuses invalid Host headers.
const server = createServer(getRequestListener(handle, { overrideGlobalObjects: false }));
server.listen(0, '127.0.0.1');
await once(server, 'listening');

const { secret } = await tandem.operator.createWorkspace({ name: 'Acme', admin: { name: 'ada' } });
const { port } = server.address() as AddressInfo;
const answer = await fetch(`http://127.0.0.1:${port}/api/v1/tasks`, {
  method: 'POST',
  headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ title: 'Write the launch note' }),
});
const task = (await answer.json()) as { taskNumber: number; title: string };
console.log(`by Fetch: ${answer.status}, task ${task.taskNumber}, "${task.title}"`);

tandem.stopWaiting();
server.close();
server.closeAllConnections();
await once(server, 'close');
await tandem.close();
