import { spawnSync } from 'node:child_process';
import { Webhook } from 'standardwebhooks';
import type { Message } from './receiver.ts';

/** Whether a message passes verification by the Standard Webhooks package. */
export function verifies({ headers, body }: Message, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** Verifies with Python's standard library only, so it shares no code with the sender. */
const IN_PYTHON = `
import base64, hashlib, hmac, json, sys
for line in sys.stdin:
    m = json.loads(line)
    key = base64.b64decode(m['secret'].removeprefix('whsec_'))
    signed = '.'.join([m['id'], m['timestamp'], m['body']]).encode()
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    good = any(hmac.compare_digest(s, 'v1,' + expected) for s in m['signature'].split(' '))
    print('good' if good else 'bad')
`;

/** How many messages fail verification in Python. */
export function refusedInPython(messages: readonly Message[], secret: string): number {
  const lines = messages.map(({ id, headers, body }) =>
    JSON.stringify({
      secret,
      id,
      timestamp: headers['webhook-timestamp'],
      signature: headers['webhook-signature'],
      body,
    }),
  );
  const { stdout } = spawnSync('python3', ['-c', IN_PYTHON], { input: lines.join('\n'), encoding: 'utf8' });
  return messages.length - stdout.split('\n').filter((line) => line === 'good').length;
}
