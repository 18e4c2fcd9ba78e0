import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { startTandem } from '@tandem/embed';
import { handler } from '@tandem/embed/express';
import { memory } from '@tandem/embed/memory';

const tandem = await startTandem({ storage: memory() });
const handle = handler(tandem);

// In Next.js: export const GET = handle, POST = handle. In Hono: app.mount('/', handle). With node:http alone:
const server = createServer(async (req, res) => {
  const { method = 'GET', url = '/' } = req;
  const body = method === 'GET' || method === 'HEAD' ? null : Readable.toWeb(req);
  const headers = new Headers(req.headers as Record<string, string>);
  const request = new Request(`http://${req.headers.host}${url}`, { method, headers, body, duplex: 'half' });
  const response = await handle(request);
  res.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body) Readable.fromWeb(response.body).pipe(res);
  else res.end();
}).listen(0, '127.0.0.1');
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
