import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { hasProgram, needing, needingPrograms } from '@tandem/core/testing/programs';
import { readConfig, SETTINGS } from '../../apps/server/src/index.ts';

const ROOT = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(__dirname, path), 'utf8');
const NAMES: readonly string[] = Object.values(SETTINGS).flatMap(({ name }) => [name, `${name}_FILE`]);
const dockerfile = read('../../Dockerfile');

test.each([
  '../../Dockerfile',
  '../../compose.yaml',
  'compose/compose.yaml',
  'compose/nginx.conf',
  'caddy/Caddyfile',
  'nginx/tandem.conf',
  'traefik/tandem.yaml',
  'systemd/tandem.service',
  'systemd/tandem-backup.service',
  'kubernetes/tandem.yaml',
])('%s names only settings that exist', (path) => {
  const OF_THE_EXAMPLES = ['TANDEM_DOMAIN', 'TANDEM_UPSTREAM'];
  const named = [...read(path).matchAll(/TANDEM_\w+/g)].map(([name]) => name);
  expect(named.filter((name) => !NAMES.includes(name) && !OF_THE_EXAMPLES.includes(name))).toEqual([]);
});

describe('systemd', () => {
  const { test: whereSystemdIs } = needingPrograms('systemd-analyze');
  const UNITS = ['tandem.service', 'tandem-backup.service', 'tandem-backup.timer'];

  whereSystemdIs('systemd takes the units as they are, and knows every setting of them', () => {
    const paths = UNITS.map((name) => join(__dirname, 'systemd', name));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], {
      encoding: 'utf8',
    });
    expect(stderr.split('\n').filter((line) => UNITS.some((name) => line.includes(name)))).toEqual([]);
    expect(status).toBe(0);
  });

  whereSystemdIs('systemd rates the exposure of the service at most 2 of 10', () => {
    const unit = join(__dirname, 'systemd/tandem.service');
    const options = ['security', '--offline=true', '--threshold=20', '--no-pager', unit];
    expect(spawnSync('systemd-analyze', options).status).toBe(0);
  });

  test('the units run commands of tandem', () => {
    expect(read('systemd/tandem.service')).toContain('ExecStart=/usr/bin/env tandem serve\n');
    expect(read('systemd/tandem-backup.service')).toContain('tandem backup "$file"');
  });

  test('an incomplete backup is compressed, and fails the unit', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tandem-test-'));
    try {
      // Like a backup whose database has lost a file.
      writeFileSync(join(folder, 'tandem'), '#!/bin/sh\necho incomplete > "$2"\nexit 1\n', { mode: 0o755 });
      const [, script = ''] =
        /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(read('systemd/tandem-backup.service')) ?? [];
      const inFolder = script.replace('/var/backups/tandem', folder).replaceAll('%%', '%');
      const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
      for (const _attempt of ['first', 'second']) {
        expect(spawnSync('sh', ['-c', inFolder], { env }).status).toBe(1);
        expect(readdirSync(folder).sort()).toEqual([expect.stringMatching(/^[\d-]+\.gz$/), 'tandem']);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the image', () => {
  test('the image has a long-term release of Node that Tandem is tested on', () => {
    const versions = [...dockerfile.matchAll(/^FROM .*\bnode:(\d+)-/gm)].map(([, major]) => major);
    expect(versions).toEqual(['24', '24']);
    expect(read('../../README.md')).toContain('Node 22 or newer');
  });

  test('the image is built by an existing script and runs without root', () => {
    const scripts = Object.keys(JSON.parse(read('../../package.json')).scripts);
    const [, script] = /^RUN npm run ([\w:]+)/m.exec(dockerfile) ?? [];
    expect(scripts).toContain(script);
    expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    for (const word of ['HEALTHCHECK', 'STOPSIGNAL SIGTERM', 'LABEL']) expect(dockerfile).toContain(word);
  });

  test('the image learns its commit from a build argument, because it has no .git folder', () => {
    expect(read('../../.dockerignore').split('\n')).toContain('.git');
    expect(dockerfile).toMatch(/^ARG COMMIT\nRUN npm run pack:server/m);
    expect(read('../../apps/server/scripts/server-package.js')).toContain('process.env.COMMIT');
  });

  test('passwords get neither into an image nor into a commit', () => {
    expect(read('../../.dockerignore').split('\n')).toContain('**/.env');
    expect(read('../../.gitignore').split('\n')).toContain('.env');
  });
});

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: object;
  readonly volumes?: string[];
  readonly build?: string | { readonly context: string };
  readonly read_only?: boolean;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: object;
}

/** Compose's view of a file, with the variables that a user has set. */
const compose = (path: string, variables: (name: string, fallback?: string) => string): Compose =>
  parseYaml(
    read(path).replace(/\$\{(\w+):(?:\?|-([^}]*))\}/g, (_all, name, fallback) => variables(name, fallback)),
  ) as Compose;

describe.each(['../../compose.yaml', 'compose/compose.yaml'])('%s', (path) => {
  test('the services and volumes that a service refers to exist', () => {
    const { services, volumes } = compose(path, () => 'set');
    for (const { depends_on = {}, volumes: mounted = [] } of Object.values(services)) {
      for (const name of Object.keys(depends_on)) expect(Object.keys(services)).toContain(name);
      for (const [from = ''] of mounted.map((each) => each.split(':'))) {
        if (from.startsWith('./')) expect(existsSync(join(__dirname, path, '..', from))).toBe(true);
        else expect(Object.keys(volumes)).toContain(from);
      }
    }
  });

  test('the image is built from the Dockerfile at the root', () => {
    const builds = Object.values(compose(path, () => 'set').services).flatMap(({ build }) => build ?? []);
    expect(builds.length).toBeGreaterThan(0);
    for (const build of builds) {
      const context = typeof build === 'string' ? build : build.context;
      expect(join(__dirname, path, '..', context, 'Dockerfile')).toBe(join(ROOT, 'Dockerfile'));
    }
  });
});

test('one server with Caddy has valid settings, with and without PostgreSQL', () => {
  const settings = (variables: Readonly<Record<string, string>>) => {
    const { tandem } = compose('../../compose.yaml', (name, rest = '') => variables[name] ?? rest).services;
    expect(tandem?.read_only).toBe(true);
    return readConfig(tandem?.environment ?? {});
  };
  expect(settings({})).toMatchObject({ publicUrl: 'https://localhost', databaseUrl: '', trustedProxies: 1 });
  const url = 'postgres://tandem:secret@postgres/tandem';
  expect(settings({ TANDEM_DOMAIN: 'a.example', TANDEM_DATABASE_URL: url })).toMatchObject({
    publicUrl: 'https://a.example',
    databaseUrl: url,
  });
});

const servers = Object.entries(compose('compose/compose.yaml', () => 'set').services).filter(([name]) =>
  name.startsWith('tandem-'),
);

test('the three servers have the same, valid settings', () => {
  expect(servers).toHaveLength(3);
  const [, first] = servers[0] ?? [];
  for (const [, server] of servers) expect(server).toEqual(first);
  expect(readConfig(first?.environment ?? {})).toMatchObject({
    trustedProxies: 1,
    filesUrl: { s3: { bucket: 'tandem', prefix: 'files', endpoint: 'http://minio:9000' } },
  });
});

test('the example requires exactly the variables that must be set', () => {
  const asked = new Set<string>();
  compose('compose/compose.yaml', (name) => {
    asked.add(name);
    return 'set';
  });
  const offered = [...read('compose/settings.env.example').matchAll(/^(\w+)=$/gm)].map(([, name]) => name);
  expect([...asked].toSorted()).toEqual(offered.toSorted());
});

test("the proxy lists every server at the image's port", () => {
  const known = [...read('compose/nginx.conf').matchAll(/^ +server (\S+):(\d+) /gm)];
  const [, port] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? [];
  expect(known.map(([, name, port]) => [name, port])).toEqual(servers.map(([name]) => [name, port]));
});

test.each(['compose/nginx.conf', 'nginx/tandem.conf'])(
  '%s waits longer than the server and allows its largest files',
  (path) => {
    const conf = read(path);
    expect(Number(/proxy_read_timeout (\d+)s;/.exec(conf)?.[1])).toBeGreaterThan(30);
    expect(Number(/^ +keepalive_timeout (\d+)s;/m.exec(conf)?.[1] ?? 0)).toBeLessThan(65);
    const [, max] = /client_max_body_size (\d+)m;/.exec(conf) ?? [];
    expect(Number(max)).toBeGreaterThan(Number(SETTINGS.maxFileMib.default));
  },
);

describe('Kubernetes', () => {
  interface Manifest {
    readonly kind: string;
    readonly metadata: { readonly name: string };
    // biome-ignore lint/suspicious/noExplicitAny: each kind has its own shape.
    readonly spec: any;
  }
  const manifests = read('kubernetes/tandem.yaml')
    .split(/^---$/m)
    .map((text) => parseYaml(text) as Manifest);
  const of = (kind: string) => manifests.find((each) => each.kind === kind)?.spec;
  const pod = of('Deployment').template;
  const [container] = pod.spec.containers;

  test('the manifests select the pods of the deployment', () => {
    const { labels } = pod.metadata;
    const selectors = [
      of('Deployment').selector.matchLabels,
      of('Service').selector,
      of('PodDisruptionBudget').selector.matchLabels,
      of('NetworkPolicy').podSelector.matchLabels,
    ];
    for (const selector of selectors) expect(labels).toMatchObject(selector);
  });

  test('the pods have valid settings and probe paths that the server has', () => {
    const values = container.env.filter(({ value }: { value?: string }) => value !== undefined);
    const env = Object.fromEntries(
      values.map(({ name, value }: { name: string; value: string }) => [name, value]),
    );
    expect(NAMES).toEqual(expect.arrayContaining(Object.keys(env)));
    const { TANDEM_DATABASE_URL_FILE: file, ...rest } = env;
    expect(readConfig(rest)).toMatchObject({ trustedProxies: 1, filesUrl: { s3: { bucket: 'tandem' } } });
    expect(file).toBe(`${container.volumeMounts[0].mountPath}/database-url`);
    expect(container.ports[0].containerPort).toBe(Number(SETTINGS.port.default));
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
    expect(container.livenessProbe.httpGet.path).toBe('/healthz');
  });

  test('the ingress sends metrics to a service without pods', () => {
    const [metrics, rest] = of('Ingress').rules[0].http.paths;
    expect(metrics).toMatchObject({ path: '/metrics', pathType: 'Prefix' });
    expect(rest.backend.service.name).toBe('tandem');
    const { name } = metrics.backend.service;
    const service = manifests.find(({ kind, metadata }) => kind === 'Service' && metadata.name === name);
    expect(service?.spec.ports).toHaveLength(1);
    expect(service?.spec).not.toHaveProperty('selector');
  });

  test('a pod has time to drain', () => {
    const drain = Number(container.lifecycle.preStop.exec.command[1]);
    const stop = Number(SETTINGS.shutdownTimeoutMs.default) / 1_000;
    expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(drain + stop);
  });

  needing('kubeconform', spawnSync('kubeconform', ['-v']).status === 0).test(
    'kubeconform accepts the manifests',
    () => {
      const { status, stdout } = spawnSync(
        'kubeconform',
        ['-strict', join(__dirname, 'kubernetes/tandem.yaml')],
        { encoding: 'utf8' },
      );
      expect([status, stdout]).toEqual([0, '']);
    },
  );
});

describe('monitoring', () => {
  const alerts = read('monitoring/alerts.yml');
  const dashboard = read('monitoring/dashboard.json');
  /** The operations that wait, in a regular expression of PromQL. */
  const excluded = /operation!~"([^"]+)"/;

  test('the alerts and the dashboard use metrics that the server has', () => {
    const sources = ['metrics.ts', 'request-times.ts'].map((name) =>
      readFileSync(join(ROOT, 'apps/server/src/metrics', name), 'utf8'),
    );
    const known = [...sources.join('').matchAll(/'(tandem_\w+)'/g)].map(([, name]) => name);
    const used = [...`${alerts}${dashboard}`.matchAll(/tandem_\w+/g)].map(([name]) =>
      name.replace(/_(count|sum|bucket)$/, ''),
    );
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((name) => !known.includes(name))).toEqual([]);
    expect(excluded.exec(alerts)?.[1]).toBe(excluded.exec(dashboard.replaceAll('\\"', '"'))?.[1]);
  });

  needing('promtool', hasProgram('promtool')).test('promtool accepts the rules and their tests', () => {
    const cwd = join(__dirname, 'monitoring');
    const run = (...args: string[]) => spawnSync('promtool', args, { cwd, encoding: 'utf8' });
    expect(run('check', 'rules', 'alerts.yml')).toMatchObject({ status: 0 });
    expect(run('test', 'rules', 'alerts.test.yml')).toMatchObject({ status: 0 });
  });
});
