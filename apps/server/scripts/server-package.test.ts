import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { needing } from '@tandem/core/testing/programs';
import { CREDENTIALS, standInS3 } from '../../../packages/adapter-s3/testing/index.ts';
import { apiOf } from '../testing/api.ts';
import { cleanUp, keepWhatRuns, ROOT, type Running, start, temporaryFolder } from '../testing/tandem.ts';

/*
 * Tests the server as its users install it: one packed tarball, an empty prefix, and a PATH with Node alone. It needs
 * Node 22; TANDEM_TEST_NODES=22,24 installs these versions and tests each.
 */

jest.setTimeout(300_000);
afterEach(cleanUp);

const MB = 1_000_000;
const asked = process.env.TANDEM_TEST_NODES?.split(',') ?? [];
const nodes = asked.length > 0 ? asked : [process.versions.node];
const canRun = nodes.every((version) => Number.parseInt(version, 10) >= 22);

const { describe: describeOnNodes } = needing('Node 22 (or TANDEM_TEST_NODES=22,24)', canRun);

/** The npm of this machine, which any Node can run. */
const NPM = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'npm'))
  .filter((path) => existsSync(path))
  .map((path) => realpathSync(path))
  .find((path) => path.endsWith('.js')) as string;

function mustRun(program: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
}

/** Makes everything read-only except for a new disk at /mnt, and serves as an unknown user. */
const READ_ONLY = `
  mount --make-rprivate / && mount --bind / / && mount -t tmpfs -o mode=1777 tmpfs /mnt && mkdir -m 1777 /mnt/data
  mount -o remount,bind,ro / && cd / && ! touch /tandem-test 2>/dev/null
  exec setpriv --reuid=54321 --regid=54321 --clear-groups "$0" "$1" serve`;
const canIsolate =
  process.getuid?.() === 0 &&
  spawnSync('setpriv', ['--version']).status === 0 &&
  spawnSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']).status === 0;

let tarball: string;

function pack(): string {
  const folder = temporaryFolder();
  const write = `import { writeServerPackage } from './apps/server/scripts/server-package.js';
    await writeServerPackage(process.cwd(), process.argv[1]);`;
  mustRun(process.execPath, ['--input-type=module', '-e', write, join(folder, 'package')], process.env);
  const args = ['pack', '--silent', '--pack-destination', folder, join(folder, 'package')];
  mustRun(process.execPath, [NPM, ...args], process.env);
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) as string);
}

/** A folder that contains only `node`. */
function onlyNode(version: string): string {
  const folder = temporaryFolder();
  let program = process.execPath;
  if (version !== process.versions.node) {
    const library = `node-${process.platform}-${process.arch}`;
    mustRun(process.execPath, [NPM, 'install', '--prefix', folder, `${library}@${version}`], process.env);
    program = join(folder, 'node_modules', library, 'bin/node');
  }
  mkdirSync(join(folder, 'only'));
  symlinkSync(program, join(folder, 'only/node'));
  return join(folder, 'only');
}

/** All files below a folder, with their sizes in bytes. */
const filesIn = (folder: string): { path: string; size: number }[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => ({ path, found: statSync(join(folder, path)) }))
    .filter(({ found }) => found.isFile())
    .map(({ path, found }) => ({ path, size: found.size }));

const sizeOf = (files: readonly { size: number }[]) => files.reduce((sum, { size }) => sum + size, 0);

describeOnNodes('the packed server', () => {
  beforeAll(() => {
    tarball = pack();
  });

  describe.each(nodes)('on Node %s', (version) => {
    let prefix: string;
    let env: Record<string, string>;
    let server: Running;
    let url: string;
    let key: string;

    const tandem = (...args: string[]) =>
      start(
        join(env.PATH?.split(delimiter)[0] as string, 'node'),
        [join(prefix, 'bin/tandem'), ...args],
        env,
      );

    beforeAll(async () => {
      const path = onlyNode(version);
      prefix = temporaryFolder();
      env = { PATH: path, HOME: prefix };
      const startedAt = Date.now();
      const install = [NPM, 'install', '--global', '--prefix', prefix, '--cache', join(prefix, 'cache')];
      mustRun(join(path, 'node'), [...install, '--offline', '--no-audit', '--no-fund', tarball], env);
      const data = join(prefix, 'data');
      env = { ...env, TANDEM_DATA_DIR: data, TANDEM_PORT: '0' };
      server = tandem('serve');
      [, url = ''] = await server.says('stdout', /(http:\/\/127\.0\.0\.1:\d+)/);
      [key = ''] = await server.says('stdout', /tdm_\w+/);
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      const size = (sizeOf(filesIn(join(prefix, 'lib'))) / MB).toFixed(1);
      process.stderr.write(`The packed server on Node ${version}: ${seconds} s to serve, ${size} MB.\n`);
      env = { ...env, TANDEM_URL: url, TANDEM_KEY: key };
      keepWhatRuns();
    });

    test('installs at most ten packages and 20 MB, 5 MB of it ours', () => {
      const files = filesIn(join(prefix, 'lib'));
      const manifests = files.filter(({ path }) =>
        /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path),
      );
      expect(manifests.length).toBeLessThanOrEqual(10);
      expect(sizeOf(files)).toBeLessThanOrEqual(20 * MB);
      const ours = files.filter(({ path }) => !/server\/node_modules\/(?!@tandem\/)/.test(path));
      expect(sizeOf(ours)).toBeLessThanOrEqual(5 * MB);
      expect(files.filter(({ path }) => /\.(ts|map)$/.test(path))).toEqual([]);
    });

    test('serves the page and its assets, the API and its reference', async () => {
      const page = await (await fetch(`${url}/`)).text();
      const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? [];
      const paths = [new URL(script, `${url}/`).pathname, '/docs', '/docs/swagger-ui-bundle.js', '/healthz'];
      for (const path of [...paths, '/docs/swagger-ui.css', '/api/v1/openapi.json']) {
        expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
      }
    });

    test('creates and reads a task with its own command line', async () => {
      const created = await tandem('task', 'create', 'Count the gulls').ended;
      expect(created).toMatchObject({ code: 0, stdout: '1\n' });
      expect(await tandem('task', 'list').ended).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Count the gulls'),
      });
    });

    test('has the operator commands', async () => {
      expect(await tandem('doctor').ended).toMatchObject({ code: 0 });
      expect((await tandem('--version').ended).stdout).toMatch(/^\d+\.\d+\.\d+/);
    });

    test('runs instead of the command line package that is installed beside it', async () => {
      const cli = join(prefix, 'lib/node_modules/@tandem/cli');
      cpSync(join(ROOT, 'apps/cli/dist'), join(cli, 'dist'), { recursive: true });
      writeFileSync(join(cli, 'package.json'), '{ "type": "module" }');
      const node = join(env.PATH as string, 'node');
      const { stdout } = await start(node, [join(cli, 'dist/cli.js'), 'serve', '--help'], env).ended;
      expect(stdout).toContain('TANDEM_PORT');
    });

    test('creates a demo with agents that work', async () => {
      const demo = start(join(env.PATH as string, 'node'), [join(prefix, 'bin/tandem'), 'serve', '--demo'], {
        ...env,
        TANDEM_DATA_DIR: join(prefix, 'demo'),
      });
      await demo.says('stdout', /Tandem/);
      await demo.says('stderr', /"agent":".*succeeded|"agent":/);
      demo.signal('SIGTERM');
      const { stderr } = await demo.ended;
      expect(stderr).not.toContain('demo agent stopped');
    });

    test('stores files in a bucket and delivers webhooks with its trimmed libraries', async () => {
      const s3 = await standInS3();
      const receiver = createServer((_req, res) => res.end()).listen(0, '127.0.0.1');
      const delivered = once(receiver, 'request');
      try {
        await once(receiver, 'listening');
        const other = start(join(env.PATH as string, 'node'), [join(prefix, 'bin/tandem'), 'serve'], {
          ...env,
          TANDEM_DATA_DIR: join(prefix, 'bucket'),
          TANDEM_FILES_URL: s3.url,
          TANDEM_WEBHOOK_ALLOW_HTTP: 'on',
          TANDEM_WEBHOOK_ALLOW_NETS: '127.0.0.0/8',
          AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
          AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
          AWS_EC2_METADATA_DISABLED: 'true',
        });
        const [, at = ''] = await other.says('stdout', /(http:\/\/127\.0\.0\.1:\d+)/);
        const [secret] = await other.says('stdout', /tdm_\w+/);
        const ada = apiOf(at, secret).client;
        const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
        await ada.webhooks.create({ url, types: ['task.created'] });
        const content = 'x'.repeat(6 * MB);
        const { id } = await ada.files.upload({ name: 'plan.txt', content });
        expect(await (await ada.files.content(id)).text()).toBe(content);
        expect(s3.objects.size).toBe(1);
        await ada.tasks.create({ title: 'Count the gulls' });
        await delivered;
        other.signal('SIGTERM');
        expect((await other.ended).code).toBe(0);
      } finally {
        receiver.close();
        await s3.close();
      }
    });

    needing('root with unshare and setpriv', canIsolate).test(
      'serves on a read-only disk as a user without a name or a home, as in the image',
      async () => {
        const node = realpathSync(join(env.PATH as string, 'node'));
        for (const folder of [prefix, dirname(dirname(env.PATH as string)), dirname(env.PATH as string)])
          chmodSync(folder, 0o755);
        const isolated = start(
          'unshare',
          [
            '--mount',
            'sh',
            '-ec',
            READ_ONLY,
            node,
            join(prefix, 'lib/node_modules/@tandem/server/dist/cli.js'),
          ],
          {
            PATH: process.env.PATH as string,
            HOME: '/nonexistent',
            TANDEM_DATA_DIR: '/mnt/data',
            TANDEM_PORT: '0',
          },
        );
        const [, at = ''] = await isolated.says('stdout', /(http:\/\/127\.0\.0\.1:\d+)/);
        expect((await fetch(`${at}/readyz`)).status).toBe(200);
        expect((await fetch(`${at}/`)).status).toBe(200);
        isolated.signal('SIGTERM');
        expect((await isolated.ended).code).toBe(0);
      },
    );

    test('stops at SIGTERM', async () => {
      server.signal('SIGTERM');
      expect((await server.ended).code).toBe(0);
    });
  });
});
