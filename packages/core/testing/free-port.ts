import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems assign ports from 32768 (Linux) or 49152 to servers that ask for any. */
const BELOW_ASSIGNED = { from: 15_000, to: 32_000 };

/** A port without a listener, which no other test gets by listening on port 0. */
export async function freePort(): Promise<number> {
  const port = randomInt(BELOW_ASSIGNED.from, BELOW_ASSIGNED.to);
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return freePort();
  }
  await once(server.close(), 'close');
  return port;
}
