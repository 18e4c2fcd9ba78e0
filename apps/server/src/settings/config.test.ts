import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CannotRun } from '../errors/cannot-run.ts';
import { readConfig, unknownSettings } from './config.ts';

const DEFAULTS = {
  host: '127.0.0.1',
  port: 4700,
  dataDir: resolve('data'),
  backupBeforeMigrating: true,
  databaseUrl: '',
  databaseConnections: 16,
  filesUrl: null,
  rateLimit: 1200,
  maxFileMib: 25,
  corsOrigins: [],
  web: true,
  mcp: true,
  hosts: [],
  publicUrl: '',
  trustedProxies: 0,
  telemetryDays: 30,
  notificationDays: 90,
  idempotencyDays: 90,
  eventDays: 30,
  webhooks: true,
  webhookAllowHttp: false,
  webhookAllowNets: [],
  logFormat: 'auto',
  logLevel: 'info',
  metrics: true,
  requestTimeoutMs: 300_000,
  answerTimeoutMs: 60_000,
  unreadMib: 256,
  unreadMibPerKey: 16,
  shutdownTimeoutMs: 10_000,
};

test('every setting has a default', () => {
  expect(readConfig({})).toEqual(DEFAULTS);
});

test('an empty setting counts as unset', () => {
  expect(readConfig({ TANDEM_HOST: '', TANDEM_PORT: '', TANDEM_DATA_DIR: '' })).toEqual(DEFAULTS);
});

test('every setting can be changed', () => {
  const env = {
    TANDEM_HOST: '::1',
    TANDEM_PORT: '0',
    TANDEM_DATA_DIR: '/var/lib/tandem',
    TANDEM_BACKUP_BEFORE_MIGRATING: 'off',
    TANDEM_DATABASE_URL: 'postgresql://tandem:p%40ss@db:5433/tandem?sslmode=require',
    TANDEM_DATABASE_CONNECTIONS: '4',
    TANDEM_FILES_URL: 'file:///srv/our%20files',
    TANDEM_RATE_LIMIT: '0',
    TANDEM_MAX_FILE_MIB: '1',
    TANDEM_CORS_ORIGINS: 'https://a.example, http://localhost:3000',
    TANDEM_WEB: 'off',
    TANDEM_MCP: 'off',
    TANDEM_HOSTS: 'tandem.example, team.example',
    TANDEM_PUBLIC_URL: 'https://tandem.example/',
    TANDEM_TRUSTED_PROXIES: '1',
    TANDEM_TELEMETRY_DAYS: '7',
    TANDEM_NOTIFICATION_DAYS: '8',
    TANDEM_IDEMPOTENCY_DAYS: '9',
    TANDEM_EVENT_DAYS: '7',
    TANDEM_WEBHOOKS: 'off',
    TANDEM_WEBHOOK_ALLOW_HTTP: 'on',
    TANDEM_WEBHOOK_ALLOW_NETS: '10.1.0.0/16, fd00::/8',
    TANDEM_LOG_FORMAT: 'json',
    TANDEM_LOG_LEVEL: 'silent',
    TANDEM_METRICS: 'off',
    TANDEM_REQUEST_TIMEOUT_MS: '60000',
    TANDEM_ANSWER_TIMEOUT_MS: '1000',
    TANDEM_UNREAD_MIB: '32',
    TANDEM_UNREAD_MIB_PER_KEY: '8',
    TANDEM_SHUTDOWN_TIMEOUT_MS: '0',
  };
  expect(readConfig(env)).toEqual({
    host: '::1',
    port: 0,
    dataDir: '/var/lib/tandem',
    backupBeforeMigrating: false,
    databaseUrl: 'postgresql://tandem:p%40ss@db:5433/tandem?sslmode=require',
    databaseConnections: 4,
    filesUrl: { folder: '/srv/our files' },
    rateLimit: 0,
    maxFileMib: 1,
    corsOrigins: ['https://a.example', 'http://localhost:3000'],
    web: false,
    mcp: false,
    hosts: ['tandem.example', 'team.example'],
    publicUrl: 'https://tandem.example',
    trustedProxies: 1,
    telemetryDays: 7,
    notificationDays: 8,
    idempotencyDays: 9,
    eventDays: 7,
    webhooks: false,
    webhookAllowHttp: true,
    webhookAllowNets: ['10.1.0.0/16', 'fd00::/8'],
    logFormat: 'json',
    logLevel: 'silent',
    metrics: false,
    requestTimeoutMs: 60_000,
    answerTimeoutMs: 1_000,
    unreadMib: 32,
    unreadMibPerKey: 8,
    shutdownTimeoutMs: 0,
  });
});

test.each([
  ['TANDEM_HOST', 'http://localhost', 'an IP address or a host name'],
  ['TANDEM_HOST', 'localhost:4700', 'an IP address or a host name'],
  ['TANDEM_PORT', 'http', 'an integer from 0 to 65535'],
  ['TANDEM_PORT', '65536', 'an integer from 0 to 65535'],
  ['TANDEM_PORT', '-1', 'an integer from 0 to 65535'],
  ['TANDEM_PORT', '4700.5', 'an integer from 0 to 65535'],
  ['TANDEM_PORT', ' ', 'an integer from 0 to 65535'],
  ['TANDEM_RATE_LIMIT', 'off', 'an integer from 0 to 1000000'],
  ['TANDEM_LOG_FORMAT', 'xml', 'auto, json or pretty'],
  ['TANDEM_LOG_LEVEL', 'loud', 'one of fatal, error, warn, info, debug, trace, silent'],
  ['TANDEM_CORS_ORIGINS', 'a.example', 'origins such as https://example.com, comma-separated, or *'],
  ['TANDEM_CORS_ORIGINS', 'https://a.example/', 'origins such as https://example.com, comma-separated, or *'],
  ['TANDEM_TRUSTED_PROXIES', 'all', 'an integer from 0 to 10'],
  ['TANDEM_EVENT_DAYS', '6', 'an integer from 7 to 3650'],
  ['TANDEM_WEBHOOKS', '1', 'on or off'],
  ['TANDEM_WEBHOOK_ALLOW_HTTP', 'yes', 'on or off'],
  [
    'TANDEM_WEBHOOK_ALLOW_NETS',
    '10.1.0',
    'networks such as 10.1.0.0/16 or fd00::/8, or addresses, comma-separated',
  ],
  ['TANDEM_METRICS', 'yes', 'on or off'],
  ['TANDEM_REQUEST_TIMEOUT_MS', '0', 'an integer from 1000 to 3600000'],
  ['TANDEM_SHUTDOWN_TIMEOUT_MS', '10s', 'an integer from 0 to 600000'],
])('%s cannot be "%s"', (name, value, allowed) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new CannotRun(`${name} must be ${allowed}, not "${value}".`),
  );
});

test('file contents can be stored in a bucket', () => {
  expect(readConfig({ TANDEM_FILES_URL: 's3://tandem/files?region=eu-1' }).filesUrl).toEqual({
    s3: { bucket: 'tandem', prefix: 'files', region: 'eu-1' },
  });
});

test.each([
  ['s3://KEYID:se-cret@bucket', 'must not contain access keys'],
  ['/srv/files', 'is not a URL'],
  ['file://server/files', 'contains more than a local folder'],
  ['file:///srv/files?mode=0', 'contains more than a local folder'],
  ['https://bucket.example.com', 'does not begin with s3://'],
])('the location of files cannot be %s, which the error does not repeat', (value, why) => {
  const allowed = 'a URL such as s3://bucket/prefix?endpoint=https://s3.example.com or file:///folder';
  expect(() => readConfig({ TANDEM_FILES_URL: value })).toThrow(
    new CannotRun(`TANDEM_FILES_URL must be ${allowed}; this one ${why}.`),
  );
});

test.each([
  'db.example.com',
  'mysql://ada:geheim@db/tandem',
  'postgres://ada:ge#heim@db/tandem',
  'postgres//ada:geheim@db',
])('TANDEM_DATABASE_URL cannot be %s, which the error does not repeat', (url) => {
  expect(() => readConfig({ TANDEM_DATABASE_URL: url })).toThrow(
    new CannotRun(
      'TANDEM_DATABASE_URL must be a URL such as postgres://tandem:PASSWORD@db.example.com:5432/tandem, with special characters in the password percent-encoded (%40).',
    ),
  );
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-secrets-'));
  const file = join(folder, 'database');
  const url = 'postgres://tandem:geheim@db/tandem';
  writeFileSync(file, `${url}\n`);
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ['TANDEM_DATABASE_URL_FILE', 'databaseUrl', url],
    ['TANDEM_FILES_URL_FILE', 'filesUrl', { s3: { bucket: 'tandem', prefix: '' } }],
  ] as const)('%s names the file with the value', (name, field, value) => {
    if (field === 'filesUrl') writeFileSync(file, 's3://tandem');
    expect(readConfig({ [name]: file })[field]).toEqual(value);
    expect(unknownSettings({ [name]: file })).toEqual([]);
  });

  test('a setting in both its variable and a file, or in a missing file, is refused', () => {
    expect(() => readConfig({ TANDEM_FILES_URL: 's3://tandem', TANDEM_FILES_URL_FILE: file })).toThrow(
      new CannotRun('TANDEM_FILES_URL and TANDEM_FILES_URL_FILE are both set. Remove one.'),
    );
    expect(() => readConfig({ TANDEM_DATABASE_URL_FILE: `${file}s` })).toThrow(
      new CannotRun(`TANDEM_DATABASE_URL_FILE names ${file}s, which can't be read (ENOENT).`),
    );
  });

  test('other settings are not read from files', () => {
    expect(unknownSettings({ TANDEM_PORT_FILE: file })).toEqual([{ name: 'TANDEM_PORT_FILE', meant: null }]);
  });
});

test('all invalid settings are reported at once, one per line', () => {
  expect(() => readConfig({ TANDEM_PORT: 'http', TANDEM_LOG_LEVEL: 'loud' })).toThrow(
    /^TANDEM_PORT .*\nTANDEM_LOG_LEVEL .*$/,
  );
});

describe('an unknown variable that begins with TANDEM_', () => {
  test('an unknown TANDEM_ variable is reported with the most similar setting, if any', () => {
    const env = { TANDEM_PROT: '1', TANDEM_LOGLEVEL: 'info', TANDEM_COLOUR: 'red', TANDEM_: '', OTHER: '1' };
    expect(unknownSettings(env)).toEqual([
      { name: 'TANDEM_PROT', meant: 'TANDEM_PORT' },
      { name: 'TANDEM_LOGLEVEL', meant: 'TANDEM_LOG_LEVEL' },
      { name: 'TANDEM_COLOUR', meant: null },
    ]);
    expect(readConfig(env)).toEqual(DEFAULTS);
  });

  test("the worker's TANDEM_ variables are not reported as unknown", () => {
    expect(unknownSettings({ TANDEM_KEY: 'k', TANDEM_KEY_FILE: 'f', TANDEM_URL: 'u' })).toEqual([]);
  });

  test.each(['TANDEM_DATADIR', 'TANDEM_DATA', 'TANDEM_DAT_DIR', 'TANDEM_DATA_FOLDER'])(
    'an unknown variable such as %s that seems to name the data folder is refused if TANDEM_DATA_DIR is unset',
    (name) => {
      expect(() => readConfig({ [name]: '/srv/tandem' })).toThrow(
        new CannotRun(
          `Unknown setting ${name}: the data would be stored in ./data. Set TANDEM_DATA_DIR instead.`,
        ),
      );
      expect(readConfig({ [name]: '/srv/tandem', TANDEM_DATA_DIR: '/srv' }).dataDir).toBe('/srv');
    },
  );

  test.each(['TANDEM_DATABASE', 'TANDEM_DATABASE_URI', 'TANDEM_DATABASEURL'])(
    'an unknown variable such as %s that seems to name the database is refused if TANDEM_DATABASE_URL is unset',
    (name) => {
      const env = { [name]: 'postgres://db/tandem', TANDEM_DATA_DIR: '/srv' };
      expect(() => readConfig(env)).toThrow(
        new CannotRun(
          `Unknown setting ${name}: the data would be stored in /srv. Set TANDEM_DATABASE_URL instead.`,
        ),
      );
      expect(readConfig({ ...env, TANDEM_DATABASE_URL: 'postgres://db/tandem' }).dataDir).toBe('/srv');
    },
  );
});
