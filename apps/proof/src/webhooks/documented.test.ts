import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@tandem/core/testing/free-port';
import { cleanUp, ROOT, start, temporaryFolder } from '@tandem/server/testing';
import { must, office } from './office.ts';

afterEach(cleanUp);

async function listening(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => null))) await pause(50);
}

test('the 15-line receiver in docs/events.md accepts messages signed with its secret and no others', async () => {
  const page = readFileSync(join(ROOT, 'docs/events.md'), 'utf8');
  const [, program = ''] = /^```js\n(.*?)^```$/ms.exec(page) ?? [];
  expect(program.trim().split('\n').length).toBeLessThanOrEqual(15);
  const folder = join(temporaryFolder(), 'receiver');
  mkdirSync(folder);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'receiver.mjs'), program);

  const { ada, webhook } = await office();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const { id, secret } = await webhook(url, ['task.created']);
  const receiver = start(process.execPath, [join(folder, 'receiver.mjs')], {
    SECRET: secret,
    PORT: `${port}`,
  });
  await listening(url);
  await must(ada('POST', 'tasks', { title: 'Water the plants' }));
  await receiver.says('stdout', /^\d+ task\.created Water the plants$/m);
  await must(ada('POST', `webhooks/${id}/test`));
  await receiver.says('stdout', /^undefined webhook\.test undefined$/m);
  const forged = await fetch(url, {
    method: 'POST',
    body: '{"type":"task.created","data":{}}',
    headers: {
      'webhook-id': 'x',
      'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
      'webhook-signature': 'v1,AAAA',
    },
  });
  expect(forged.status).toBe(401);
});
