import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { needingPrograms } from '@tandem/core/testing/programs';
import { readConfig, SETTINGS } from '../../apps/server/src/index.ts';

const read = (path: string) => readFileSync(join(__dirname, path), 'utf8');

const { test: whereSystemdIs } = needingPrograms('systemd-analyze');

whereSystemdIs('systemd takes the unit as it is, and knows every setting of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-unit-'));
  const unit = join(folder, 'tandem.service');
  // The same unit with this machine's Node, since systemd checks that the program exists.
  writeFileSync(unit, read('systemd/tandem.service').replace('/usr/bin/node', process.execPath));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(stderr.split('\n').filter((line) => line.includes('tandem.service'))).toEqual([]);
  expect(status).toBe(0);
});

test("both examples run the package's tandem command, built by an existing script", () => {
  const manifest = JSON.parse(read('../../apps/server/package.json'));
  const scripts = Object.keys(JSON.parse(read('../../package.json')).scripts);
  const program = `apps/server/${manifest.bin.tandem.replace('./', '')}`;
  expect(read('systemd/tandem.service')).toContain(`node ${program} serve\n`);
  expect(read('docker/Dockerfile')).toContain(
    JSON.stringify(['node', program, 'serve']).replaceAll(',', ', '),
  );
  expect(scripts).toContain('build');
});

test('the upgrade steps build on the page, in the unit and in the image', () => {
  const upgrade = read('../operating.md')
    .split(/^## /m)
    .find((chapter) => chapter.startsWith('Upgrade\n'));
  expect(upgrade).toMatch(/git pull\n +npm run build\n/);
  expect(read('systemd/tandem.service')).toContain('git pull, npm run build');
  expect(read('docker/Dockerfile')).toContain('npm run build');
});

test('the image uses a long-term release of Node that Tandem is tested on', () => {
  const versions = [...read('docker/Dockerfile').matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) => major);
  expect(versions).toEqual(['24', '24']);
  expect(read('../../README.md')).toContain('tested on 20, 22 and 24');
});

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment?: Readonly<Record<string, string>>;
        readonly depends_on?: object;
        readonly volumes?: string[];
        readonly build?: { readonly context: string; readonly dockerfile: string };
      }
    >
  >;
  readonly volumes: object;
}

/** Compose's view of the file, with the variables that a user has set. */
const compose = (variables: (name: string) => string): Compose =>
  parseYaml(
    read('compose/compose.yaml').replace(/\$\{(\w+):\?\}/g, (_all, name) => variables(name)),
  ) as Compose;

const servers = Object.entries(compose(() => 'set').services).filter(([name]) => name.startsWith('tandem-'));

test('the three servers have the same, valid settings', () => {
  expect(servers).toHaveLength(3);
  const [, first] = servers[0] ?? [];
  for (const [, server] of servers) expect(server).toEqual(first);
  const environment = first?.environment ?? {};
  expect(readConfig(environment)).toMatchObject({
    trustedProxies: 1,
    filesUrl: { s3: { bucket: 'tandem', prefix: 'files', endpoint: 'http://minio:9000' } },
  });
  const names = Object.values(SETTINGS).map(({ name }) => name as string);
  const said = `${read('compose/compose.yaml')}${read('compose/nginx.conf')}${read('docker/Dockerfile')}`;
  expect((said.match(/TANDEM_\w+/g) ?? []).filter((name) => !names.includes(name))).toEqual([]);
  expect(join(__dirname, 'compose', first?.build?.context ?? '', first?.build?.dockerfile ?? '')).toBe(
    join(__dirname, 'docker/Dockerfile'),
  );
});

test('the example requires exactly the variables that must be set', () => {
  const asked = new Set<string>();
  compose((name) => {
    asked.add(name);
    return 'set';
  });
  const offered = [...read('compose/settings.env.example').matchAll(/^(\w+)=$/gm)].map(([, name]) => name);
  expect([...asked].toSorted()).toEqual(offered.toSorted());
});

test('passwords get neither into an image nor into a commit', () => {
  expect(read('docker/Dockerfile.dockerignore').split('\n')).toContain('**/.env');
  expect(read('../../.gitignore').split('\n')).toContain('.env');
});

test('the services and volumes that a service refers to exist', () => {
  const { services, volumes } = compose(() => 'set');
  for (const { depends_on = {}, volumes: mounted = [] } of Object.values(services)) {
    for (const name of Object.keys(depends_on)) expect(Object.keys(services)).toContain(name);
    for (const [from = ''] of mounted.map((each) => each.split(':'))) {
      if (from.startsWith('./')) expect(existsSync(join(__dirname, 'compose', from))).toBe(true);
      else expect(Object.keys(volumes)).toContain(from);
    }
  }
});

test("the proxy lists every server at the image's port, and its timeouts are longer than theirs", () => {
  const conf = read('compose/nginx.conf');
  const known = [...conf.matchAll(/^ +server (\S+):(\d+) /gm)].map(([, name, port]) => [name, port]);
  const [, port] = /^EXPOSE (\d+)$/m.exec(read('docker/Dockerfile')) ?? [];
  expect(known).toEqual(servers.map(([name]) => [name, port]));
  const seconds = (name: string) => Number(new RegExp(`${name} (\\d+)s;`).exec(conf)?.[1]);
  expect(seconds('proxy_read_timeout')).toBeGreaterThan(30);
  expect(seconds('keepalive_timeout')).toBeLessThan(65);
  const [, max] = /client_max_body_size (\d+)m;/.exec(conf) ?? [];
  expect(Number(max)).toBeGreaterThan(Number(SETTINGS.maxFileMib.default));
});
