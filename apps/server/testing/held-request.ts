import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';

export interface HeldRequest {
  /** Sends the body and returns the status. */
  finish(): Promise<number | undefined>;
  /** Resolves when the server cuts the connection. */
  readonly cut: Promise<void>;
}

/** Creates a task but holds its body back; resolves when the request is in flight at the server. */
export async function holdRequest(url: string, key: string): Promise<HeldRequest> {
  const body = JSON.stringify({ title: 'Sent late' });
  const held = request(`${url}/api/v1/tasks`, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Expect: '100-continue',
    },
  });
  const cut = new Promise<void>((resolve) => held.once('error', () => resolve()));
  held.flushHeaders();
  await once(held, 'continue');
  return {
    cut,
    finish: async () => {
      held.end(body);
      const [response] = (await once(held, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      return response.statusCode;
    },
  };
}
