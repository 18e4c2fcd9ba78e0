import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isNetwork } from '@tandem/adapter-webhooks/addresses';
import * as z from 'zod';
import { CannotRun } from '../errors/cannot-run.ts';
import { codeOf } from '../errors/error-code.ts';
import { defaultDataFolder } from '../installation.ts';
import { isDatabaseUrl } from './database-url.ts';
import { parseFilesUrl } from './files-url.ts';
import { CLIENT_SETTINGS, type UnknownSetting, unknownSettings as unknownAmong } from './unknown-settings.ts';

interface Setting {
  readonly name: string;
  /** The default, used when the variable is unset or empty. */
  readonly default: string;
  readonly meaning: string;
  /** The constraint on a value, in words that follow "must be". */
  readonly allowed: string;
  readonly value: z.ZodType<unknown, string>;
  /** Whether the value is secret: never shown, and also read from the file that `<name>_FILE` names. */
  readonly secret?: true;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const integer = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max));

const HOST_NAME = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/;

/** Splits a comma-separated list. */
const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

const isOrigin = (text: string) => text === '*' || (URL.canParse(text) && new URL(text).origin === text);

/** An origin, perhaps with a path, written as browsers show it. */
const isPublicUrl = (text: string) => {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return false;
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`.replace(/\/$/, '') === text;
};

const EXAMPLE_URL = 'postgres://tandem:PASSWORD@db.example.com:5432/tandem';

/** All settings. docs/operating.md lists them; a test compares the two. */
export const SETTINGS = {
  host: {
    name: 'TANDEM_HOST',
    default: '127.0.0.1',
    meaning: 'Address to listen on. `0.0.0.0` listens on every IPv4 address of the machine.',
    allowed: 'an IP address or a host name',
    value: z.string().refine((host) => isIP(host) !== 0 || HOST_NAME.test(host)),
  },
  port: {
    name: 'TANDEM_PORT',
    default: '4700',
    meaning: 'Port to listen on. `0` picks a free port.',
    allowed: 'an integer from 0 to 65535',
    value: integer(0, 65_535),
  },
  dataDir: {
    name: 'TANDEM_DATA_DIR',
    default: defaultDataFolder(process.env),
    meaning: 'Folder for the database and the files. Created if missing.',
    allowed: 'the path of a folder',
    value: z.string().transform((path) => resolve(path)),
  },
  backupBeforeMigrating: {
    name: 'TANDEM_BACKUP_BEFORE_MIGRATING',
    default: 'on',
    meaning: 'Copy `tandem.db` before a new version migrates it: `on` or `off`.',
    allowed: 'on or off',
    value: z.enum(['on', 'off']).transform((state) => state === 'on'),
  },
  databaseUrl: {
    name: 'TANDEM_DATABASE_URL',
    default: '',
    meaning:
      'PostgreSQL database, as `postgres://USER:PASSWORD@HOST/NAME`. Unset: SQLite in the data folder.',
    allowed: `a URL such as ${EXAMPLE_URL}, with special characters in the password percent-encoded (%40)`,
    value: z.string().refine((text) => text === '' || isDatabaseUrl(text)),
    secret: true,
  },
  databaseConnections: {
    name: 'TANDEM_DATABASE_CONNECTIONS',
    default: '16',
    meaning: 'Maximum PostgreSQL connections for requests; up to 5 more serve other purposes.',
    allowed: 'an integer from 1 to 1000',
    value: integer(1, 1000),
  },
  filesUrl: {
    name: 'TANDEM_FILES_URL',
    default: '',
    meaning:
      'Where file contents are stored, if not in the data folder: `s3://bucket/prefix?endpoint=…&region=…` or `file:///folder`.',
    allowed: 'a URL such as s3://bucket/prefix?endpoint=https://s3.example.com or file:///folder',
    value: z.string().transform((text, context) => {
      try {
        return text === '' ? null : parseFilesUrl(text);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    }),
    // The URL should contain no access keys, but it may.
    secret: true,
  },
  rateLimit: {
    name: 'TANDEM_RATE_LIMIT',
    default: '1200',
    meaning: 'Requests per minute for each key. `0` disables the limit.',
    allowed: 'an integer from 0 to 1000000',
    value: integer(0, 1_000_000),
  },
  maxFileMib: {
    name: 'TANDEM_MAX_FILE_MIB',
    default: '25',
    meaning: 'Maximum size of an uploaded file, in MiB (1,048,576 bytes).',
    allowed: 'an integer from 1 to 1024',
    value: integer(1, 1024),
  },
  corsOrigins: {
    name: 'TANDEM_CORS_ORIGINS',
    default: '',
    meaning: 'Origins whose web pages may call the API, comma-separated; `*` allows all.',
    allowed: 'origins such as https://example.com, comma-separated, or *',
    value: z
      .string()
      .transform((text) => listOf(text))
      .refine((origins) => origins.every(isOrigin)),
  },
  web: {
    name: 'TANDEM_WEB',
    default: 'on',
    meaning: 'Serve the web page at `/` and allow signing in with a browser: `on` or `off`.',
    allowed: 'on or off',
    value: z.enum(['on', 'off']).transform((state) => state === 'on'),
  },
  mcp: {
    name: 'TANDEM_MCP',
    default: 'on',
    meaning: 'Serve the MCP tools for agents at `/mcp`: `on` or `off`.',
    allowed: 'on or off',
    value: z.enum(['on', 'off']).transform((state) => state === 'on'),
  },
  hosts: {
    name: 'TANDEM_HOSTS',
    default: '',
    meaning:
      'More host names accepted by `/mcp`, comma-separated, besides `TANDEM_HOST`, `localhost` and IP addresses; `*` allows any.',
    allowed: 'host names such as tandem.example.com, comma-separated, or *',
    value: z
      .string()
      .transform((text) => listOf(text))
      .refine((hosts) => hosts.every((host) => host === '*' || HOST_NAME.test(host))),
  },
  publicUrl: {
    name: 'TANDEM_PUBLIC_URL',
    default: '',
    meaning:
      'Public address of the page behind a proxy, such as `https://tandem.example.com`, with the path that the proxy removes, if any.',
    allowed: 'an address such as https://tandem.example.com or https://example.com/tandem',
    value: z
      .string()
      .transform((text) => text.replace(/\/$/, ''))
      .refine((text) => text === '' || isPublicUrl(text)),
  },
  trustedProxies: {
    name: 'TANDEM_TRUSTED_PROXIES',
    default: '0',
    meaning: 'Number of proxies in front of the server that set `X-Forwarded-For`.',
    allowed: 'an integer from 0 to 10',
    value: integer(0, 10),
  },
  telemetryDays: {
    name: 'TANDEM_TELEMETRY_DAYS',
    default: '30',
    meaning: 'Days to keep telemetry history.',
    allowed: 'an integer from 1 to 3650',
    value: integer(1, 3650),
  },
  notificationDays: {
    name: 'TANDEM_NOTIFICATION_DAYS',
    default: '90',
    meaning: 'Days to keep notifications.',
    allowed: 'an integer from 1 to 3650',
    value: integer(1, 3650),
  },
  idempotencyDays: {
    name: 'TANDEM_IDEMPOTENCY_DAYS',
    default: '90',
    meaning: 'Days to keep idempotency keys of messages.',
    allowed: 'an integer from 1 to 3650',
    value: integer(1, 3650),
  },
  eventDays: {
    name: 'TANDEM_EVENT_DAYS',
    default: '30',
    meaning: 'Days to keep events, at least 7 (webhooks retry for 5). Activity is kept forever.',
    allowed: 'an integer from 7 to 3650',
    value: integer(7, 3650),
  },
  webhooks: {
    name: 'TANDEM_WEBHOOKS',
    default: 'on',
    meaning: 'Send webhooks: `on` or `off`. While off, deliveries wait.',
    allowed: 'on or off',
    value: z.enum(['on', 'off']).transform((state) => state === 'on'),
  },
  webhookAllowHttp: {
    name: 'TANDEM_WEBHOOK_ALLOW_HTTP',
    default: 'off',
    meaning: 'Allow webhook endpoints over plain HTTP: `on` or `off`.',
    allowed: 'on or off',
    value: z.enum(['on', 'off']).transform((state) => state === 'on'),
  },
  webhookAllowNets: {
    name: 'TANDEM_WEBHOOK_ALLOW_NETS',
    default: '',
    meaning: 'Private networks that webhooks may reach, such as `10.1.0.0/16`, comma-separated.',
    allowed: 'networks such as 10.1.0.0/16 or fd00::/8, or addresses, comma-separated',
    value: z
      .string()
      .transform((text) => listOf(text))
      .refine((nets) => nets.every(isNetwork)),
  },
  logLevel: {
    name: 'TANDEM_LOG_LEVEL',
    default: 'info',
    meaning: `Lowest level to log: ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}.`,
    allowed: `one of ${LOG_LEVELS.join(', ')}`,
    value: z.enum(LOG_LEVELS),
  },
  logFormat: {
    name: 'TANDEM_LOG_FORMAT',
    default: 'auto',
    meaning: '`json`, or `pretty` for people; `auto` is `pretty` on a terminal.',
    allowed: 'auto, json or pretty',
    value: z.enum(['auto', 'json', 'pretty']),
  },
  metrics: {
    name: 'TANDEM_METRICS',
    default: 'on',
    meaning: 'Serve Prometheus metrics at `/metrics`: `on` or `off`.',
    allowed: 'on or off',
    value: z.enum(['on', 'off']).transform((state) => state === 'on'),
  },
  requestTimeoutMs: {
    name: 'TANDEM_REQUEST_TIMEOUT_MS',
    default: '300000',
    meaning: 'Milliseconds a client has to send a whole request, uploads included.',
    allowed: 'an integer from 1000 to 3600000',
    value: integer(1000, 3_600_000),
  },
  answerTimeoutMs: {
    name: 'TANDEM_ANSWER_TIMEOUT_MS',
    default: '60000',
    meaning: 'Milliseconds a client has to read a response; large downloads get longer.',
    allowed: 'an integer from 1000 to 3600000',
    value: integer(1000, 3_600_000),
  },
  unreadMib: {
    name: 'TANDEM_UNREAD_MIB',
    default: '256',
    meaning: 'Maximum MiB of unread responses held in memory for all clients.',
    allowed: 'an integer from 1 to 65536',
    value: integer(1, 65_536),
  },
  unreadMibPerKey: {
    name: 'TANDEM_UNREAD_MIB_PER_KEY',
    default: '16',
    meaning: 'The same limit for each key, and for each address without a key.',
    allowed: 'an integer from 1 to 65536',
    value: integer(1, 65_536),
  },
  shutdownTimeoutMs: {
    name: 'TANDEM_SHUTDOWN_TIMEOUT_MS',
    default: '10000',
    meaning: 'Milliseconds that a stopping server gives running requests to finish.',
    allowed: 'an integer from 0 to 600000',
    value: integer(0, 600_000),
  },
} as const satisfies Record<string, Setting>;

type Field = keyof typeof SETTINGS;

export type Config = { readonly [F in Field]: z.output<(typeof SETTINGS)[F]['value']> };

type Environment = Readonly<Record<string, string | undefined>>;

/** The variable that names a file with the value of a secret setting. */
const fileOf = ({ name }: Setting) => `${name}_FILE`;
const SECRETS: readonly Setting[] = Object.values<Setting>(SETTINGS).filter(({ secret }) => secret);

/** The text of a setting, from its variable or its file. Adds to `problems` if there are two, or no readable file. */
function textOf(setting: Setting, env: Environment, problems: string[]): string {
  const file = setting.secret && env[fileOf(setting)];
  if (!file) return env[setting.name] || setting.default;
  if (env[setting.name]) problems.push(`${setting.name} and ${fileOf(setting)} are both set. Remove one.`);
  try {
    return readFileSync(file, 'utf8').trim() || setting.default;
  } catch (error) {
    problems.push(`${fileOf(setting)} names ${file}, which can't be read (${codeOf(error)}).`);
    return setting.default;
  }
}

/** Unknown variables with our prefix that look like misspelled settings. */
export const unknownSettings = (env: Environment): UnknownSetting[] =>
  unknownAmong(env, [
    ...Object.values(SETTINGS).map(({ name }) => name),
    ...SECRETS.map(fileOf),
    ...CLIENT_SETTINGS,
  ]);

/**
 * A typo in most settings only causes a warning. A typo in one of these would create a new database elsewhere, and
 * people would start to work in it.
 */
function misplacedData(env: Environment): string[] {
  const { dataDir, databaseUrl } = SETTINGS;
  const unknown = unknownSettings(env);
  const seems = (right: Setting, begins: string) =>
    env[right.name] || (right.secret && env[fileOf(right)])
      ? []
      : unknown.filter(({ name, meant }) => meant === right.name || name.startsWith(begins));
  const database = seems(databaseUrl, 'TANDEM_DATABASE').map(({ name }) => name);
  const folder = seems(dataDir, 'TANDEM_DATA').filter(({ name }) => !database.includes(name));
  const refusal = (name: string, { name: right }: Setting) =>
    `Unknown setting ${name}: the data would be stored in ${env[dataDir.name] || dataDir.default}. Set ${right} instead.`;
  return [
    ...database.map((name) => refusal(name, databaseUrl)),
    ...folder.map(({ name }) => refusal(name, dataDir)),
  ];
}

/** The error for an invalid value that must not be shown. */
const whyOf = ({ issues }: z.ZodError): string => {
  const specific = issues.find(({ code, message }) => code === 'custom' && message !== 'Invalid input');
  return specific ? `; this one ${specific.message}` : '';
};

/** Reads the settings from an environment. Throws a `CannotRun` that lists every invalid setting, one per line. */
export function readConfig(env: Environment): Config {
  const problems = misplacedData(env);
  const read = (setting: Setting): unknown => {
    const text = textOf(setting, env, problems);
    const { success, data, error } = setting.value.safeParse(text);
    if (!success) {
      const given = setting.secret ? whyOf(error) : `, not ${JSON.stringify(text)}`;
      problems.push(`${setting.name} must be ${setting.allowed}${given}.`);
    }
    return data;
  };
  const config = Object.fromEntries(
    Object.entries(SETTINGS).map(([field, setting]) => [field, read(setting)]),
  );
  if (problems.length > 0) throw new CannotRun(...problems);
  return config as Config;
}
