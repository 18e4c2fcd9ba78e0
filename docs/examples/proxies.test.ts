import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { needing } from '@tandem/core/testing/programs';
import { cleanUp, serve, start, temporaryFolder } from '@tandem/server/testing';

/*
 * The examples run as they are, except for ports and certificates. The programs are in the Debian packages caddy and
 * nginx; TANDEM_TEST_CADDY and TANDEM_TEST_NGINX name them.
 */

jest.setTimeout(60_000);
afterEach(cleanUp);

const read = (path: string) => readFileSync(join(__dirname, path), 'utf8');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Between {
  readonly port: number;
  readonly upstream: string;
  readonly prefix: string;
}

function startCaddy(program: string, { port, upstream, prefix }: Between): void {
  const folder = temporaryFolder();
  const example = read('caddy/Caddyfile');
  const config = prefix
    ? example.replace(/\{\n([\s\S]*)\n\}/, (_all, inside) => `{\nhandle_path ${prefix}/* {\n${inside}\n}\n}`)
    : example;
  writeFileSync(join(folder, 'Caddyfile'), `{\nadmin off\n}\n${config}`);
  start(program, ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    HOME: folder,
    TANDEM_DOMAIN: `http://127.0.0.1:${port}`,
    TANDEM_UPSTREAM: upstream,
  });
}

function startNginx(program: string, { port, upstream, prefix }: Between): void {
  const folder = temporaryFolder();
  const site = read('nginx/tandem.conf')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_certificate.*$/gm, '')
    .replace('proxy_pass http://127.0.0.1:4700;', `proxy_pass http://${upstream}${prefix && '/'};`)
    .replace('location / {', `location ${prefix}/ {`)
    .replace('location ~ ^/metrics/?$ {', `location ~ ^${prefix}/metrics/?$ {`);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n');
  mkdirSync(join(folder, 'logs'));
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr;
     events {} http { access_log off; ${places} ${site} }`,
  );
  start(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']);
}

const PROXIES = [
  ['Caddy', 'TANDEM_TEST_CADDY', startCaddy],
  ['nginx', 'TANDEM_TEST_NGINX', startNginx],
] as const;

for (const [name, setting, startProxy] of PROXIES) {
  const program = process.env[setting] ?? '';
  needing(setting, program !== '').test.each(['', '/tandem'])(
    `${name} passes sign-ins, uploads, event streams and /mcp to a server at "%s", and no metrics`,
    async (prefix) => {
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;
      const server = await serve(temporaryFolder(), {
        TANDEM_PUBLIC_URL: `${origin}${prefix}`,
        TANDEM_TRUSTED_PROXIES: '1',
      });
      const [, key = ''] = await server.says('stdout', /(tdm_\w+)/);
      const upstream = new URL(server.url).host;
      startProxy(program, { port, upstream, prefix });
      const url = `${origin}${prefix}`;
      const isUp = () =>
        fetch(`${url}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        );
      while (!(await isUp())) await pause(50);
      const authorized = { Authorization: `Bearer ${key}` };

      const document = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as {
        servers: { url: string }[];
      };
      expect(document.servers[0]?.url).toBe(prefix || '/');
      for (const path of ['metrics', 'metrics/']) expect((await fetch(`${url}/${path}`)).status).toBe(404);

      const signedIn = await fetch(`${url}/api/v1/sessions`, {
        method: 'POST',
        headers: { Origin: origin, 'Content-Type': 'application/json' },
        body: JSON.stringify({ key }),
      });
      expect([signedIn.status, signedIn.headers.get('set-cookie')]).toEqual([
        201,
        expect.stringContaining(`tandem-${port}${prefix.replace('/', '-')}=`),
      ]);

      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(2_000_000)]), 'large.bin');
      const uploaded = await fetch(`${url}/api/v1/files`, {
        method: 'POST',
        headers: authorized,
        body: form,
      });
      expect(uploaded.status).toBe(201);

      const streaming = await fetch(`${url}/api/v1/events/stream`, { headers: authorized });
      const stream = streaming.body?.pipeThrough(new TextDecoderStream()).getReader();
      let output = '';
      const until = async (words: string) => {
        while (!output.includes(words)) output += (await stream?.read())?.value ?? '';
      };
      await until('event: position');
      await fetch(`${url}/api/v1/tasks`, {
        method: 'POST',
        headers: { ...authorized, 'Content-Type': 'application/json' },
        body: JSON.stringify({ title: 'Through the proxy' }),
      });
      await until('event: task.created');
      await stream?.cancel();

      const listed = await fetch(`${url}/mcp`, {
        method: 'POST',
        headers: {
          ...authorized,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      });
      expect([listed.status, await listed.text()]).toEqual([200, expect.stringContaining('"tools"')]);
    },
  );
}
