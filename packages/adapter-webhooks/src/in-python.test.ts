import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { needingPrograms } from '@tandem/core/testing/programs';
import { createWebhookSender } from './sender.ts';
import { attemptAt, SECRET, TO_LOOPBACK } from './testing/receivers.ts';

/* A receiver that shares no code with the sender: it verifies with Python's standard library. */

const RECEIVER = `
import base64, hashlib, hmac, http.server, sys, time

KEY = base64.b64decode(sys.argv[1].removeprefix('whsec_'))

class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers['content-length']))
        sent = self.headers['webhook-timestamp']
        signed = b'.'.join([self.headers['webhook-id'].encode(), sent.encode(), body])
        expected = base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
        versions = [entry.split(',', 1) for entry in self.headers['webhook-signature'].split(' ')]
        good = any(v == 'v1' and hmac.compare_digest(s, expected) for v, s in versions)
        self.send_response(204 if good and abs(time.time() - int(sent)) < 300 else 401)
        self.end_headers()
    def log_message(self, *args):
        pass

server = http.server.HTTPServer(('127.0.0.1', 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
`;

// Without Python, the published examples in sender.test.ts must suffice.
needingPrograms('python3').test(
  'a receiver in Python accepts messages signed with its old or new secret, and no others',
  async () => {
    const python = spawn('python3', ['-c', RECEIVER, SECRET], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [port] = await once(python.stdout, 'data');
      const sender = createWebhookSender(TO_LOOPBACK);
      const other = sender.newSecret();
      const codeOf = async (secrets: readonly string[], timestamp = Date.now()) => {
        const body = JSON.stringify({ type: 'webhook.test', data: { title: 'Größe 😀 \u2028 "\\' } });
        const url = `http://receiver.test:${Number(port)}/`;
        return (await sender.send(attemptAt(url, { secrets, timestamp, body }))).code;
      };
      expect(await codeOf([SECRET])).toBe(204);
      expect(await codeOf([SECRET, other])).toBe(204);
      expect(await codeOf([other, SECRET])).toBe(204);
      expect(await codeOf([other])).toBe(401);
      expect(await codeOf([SECRET], Date.now() - 600_000)).toBe(401);
    } finally {
      python.kill();
    }
  },
);
