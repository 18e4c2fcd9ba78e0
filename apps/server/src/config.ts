import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isNetwork } from '@tandem/adapter-webhooks/addresses';
import { z } from 'zod';
import { CannotRun } from './cannot-run.ts';
import { isDatabaseUrl } from './database-url.ts';
import { filesPlace } from './files-url.ts';
import { type UnknownSetting, unknownSettings as unknownAmong } from './unknown-settings.ts';

interface Setting {
  readonly name: string;
  /** The default, used when the variable is unset or empty. */
  readonly default: string;
  readonly meaning: string;
  /** The constraint on a value, in words that follow "must be". */
  readonly allowed: string;
  readonly value: z.ZodType<unknown, string>;
  /** Whether the value is secret and never shown. */
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

const EXAMPLE_URL = 'postgres://tandem:PASSWORD@db.example.com:5432/tandem';

/** All settings. docs/operating.md repeats this table; a test compares the two. */
export const SETTINGS = {
  host: {
    name: 'TANDEM_HOST',
    default: '127.0.0.1',
    meaning: 'The address to listen on. `0.0.0.0` listens on every IPv4 address of the machine.',
    allowed: 'an IP address or a host name',
    value: z.string().refine((host) => isIP(host) !== 0 || HOST_NAME.test(host)),
  },
  port: {
    name: 'TANDEM_PORT',
    default: '4700',
    meaning: 'The port to listen on. `0` takes any free one.',
    allowed: 'an integer from 0 to 65535',
    value: integer(0, 65_535),
  },
  dataDir: {
    name: 'TANDEM_DATA_DIR',
    default: './data',
    meaning: 'The folder that holds the database and the files. It is made when it is missing.',
    allowed: 'the path of a folder',
    value: z.string().transform((path) => resolve(path)),
  },
  databaseUrl: {
    name: 'TANDEM_DATABASE_URL',
    default: '',
    meaning:
      'A PostgreSQL database, as `postgres://USER:PASSWORD@HOST/NAME`; without it SQLite in the data folder.',
    allowed: `an address such as ${EXAMPLE_URL}, with %40 and the like for what is special in the password`,
    value: z.string().refine((text) => text === '' || isDatabaseUrl(text)),
    secret: true,
  },
  databaseConnections: {
    name: 'TANDEM_DATABASE_CONNECTIONS',
    default: '16',
    meaning: 'How many connections to PostgreSQL requests may share; up to 5 more are for other purposes.',
    allowed: 'an integer from 1 to 1000',
    value: integer(1, 1000),
  },
  filesUrl: {
    name: 'TANDEM_FILES_URL',
    default: '',
    meaning:
      'Where the contents of files are kept when not in the data folder: `s3://bucket/prefix?endpoint=…&region=…` or `file:///folder`.',
    allowed: 'a URL such as s3://bucket/prefix?endpoint=https://s3.example.com or file:///folder',
    value: z.string().transform((text, context) => {
      try {
        return text === '' ? null : filesPlace(text);
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
    meaning: 'How many requests a minute each key may make. `0` turns the limit off.',
    allowed: 'an integer from 0 to 1000000',
    value: integer(0, 1_000_000),
  },
  maxFileMib: {
    name: 'TANDEM_MAX_FILE_MIB',
    default: '25',
    meaning: 'How many MiB (1,048,576 bytes) an uploaded file may have.',
    allowed: 'an integer from 1 to 1024',
    value: integer(1, 1024),
  },
  corsOrigins: {
    name: 'TANDEM_CORS_ORIGINS',
    default: '',
    meaning: 'The origins whose web pages may call the interface, with commas between; `*` for all.',
    allowed: 'origins such as https://example.com, with commas between, or *',
    value: z
      .string()
      .transform((text) => listOf(text))
      .refine((origins) => origins.every(isOrigin)),
  },
  web: {
    name: 'TANDEM_WEB',
    default: 'on',
    meaning: 'Whether `/` serves the page for people and people can sign in in a browser: `on` or `off`.',
    allowed: 'on or off',
    value: z.enum(['on', 'off']).transform((state) => state === 'on'),
  },
  mcp: {
    name: 'TANDEM_MCP',
    default: 'on',
    meaning: 'Whether `/mcp` offers the tools for agents: `on` or `off`.',
    allowed: 'on or off',
    value: z.enum(['on', 'off']).transform((state) => state === 'on'),
  },
  hosts: {
    name: 'TANDEM_HOSTS',
    default: '',
    meaning:
      'The host names by which clients call `/mcp`, with commas between, beside `TANDEM_HOST`, `localhost` and addresses; `*` for any.',
    allowed: 'host names such as tandem.example.com, with commas between, or *',
    value: z
      .string()
      .transform((text) => listOf(text))
      .refine((hosts) => hosts.every((host) => host === '*' || HOST_NAME.test(host))),
  },
  publicUrl: {
    name: 'TANDEM_PUBLIC_URL',
    default: '',
    meaning:
      'The address at which people use the page, such as `https://tandem.example.com`, where a proxy stands before the server.',
    allowed: 'an origin such as https://tandem.example.com, without a path',
    value: z
      .string()
      .transform((text) => text.replace(/\/$/, ''))
      .refine((text) => text === '' || (/^https?:/.test(text) && isOrigin(text))),
  },
  trustedProxies: {
    name: 'TANDEM_TRUSTED_PROXIES',
    default: '0',
    meaning: "How many proxies stand before the server. They tell the client's address in `X-Forwarded-For`.",
    allowed: 'an integer from 0 to 10',
    value: integer(0, 10),
  },
  telemetryDays: {
    name: 'TANDEM_TELEMETRY_DAYS',
    default: '30',
    meaning: 'How many days the history of telemetry is kept.',
    allowed: 'an integer from 1 to 3650',
    value: integer(1, 3650),
  },
  notificationDays: {
    name: 'TANDEM_NOTIFICATION_DAYS',
    default: '90',
    meaning: 'How many days notifications are kept.',
    allowed: 'an integer from 1 to 3650',
    value: integer(1, 3650),
  },
  idempotencyDays: {
    name: 'TANDEM_IDEMPOTENCY_DAYS',
    default: '90',
    meaning:
      'How many days the idempotency keys of messages and ended claims are kept. The last claim of a task stays.',
    allowed: 'an integer from 1 to 3650',
    value: integer(1, 3650),
  },
  eventDays: {
    name: 'TANDEM_EVENT_DAYS',
    default: '30',
    meaning: 'How many days events are kept, at least 7: webhooks are tried for 5. Activity stays.',
    allowed: 'an integer from 7 to 3650',
    value: integer(7, 3650),
  },
  webhooks: {
    name: 'TANDEM_WEBHOOKS',
    default: 'on',
    meaning: 'Whether webhooks are sent: `on` or `off`. What is not sent waits.',
    allowed: 'on or off',
    value: z.enum(['on', 'off']).transform((state) => state === 'on'),
  },
  webhookAllowHttp: {
    name: 'TANDEM_WEBHOOK_ALLOW_HTTP',
    default: 'off',
    meaning: 'Whether webhooks may go over plain HTTP: `on` or `off`.',
    allowed: 'on or off',
    value: z.enum(['on', 'off']).transform((state) => state === 'on'),
  },
  webhookAllowNets: {
    name: 'TANDEM_WEBHOOK_ALLOW_NETS',
    default: '',
    meaning:
      'Networks beside the open internet that webhooks may be sent to, such as `10.1.0.0/16`, with commas between.',
    allowed: 'networks such as 10.1.0.0/16 or fd00::/8, or addresses, with commas between',
    value: z
      .string()
      .transform((text) => listOf(text))
      .refine((nets) => nets.every(isNetwork)),
  },
  logLevel: {
    name: 'TANDEM_LOG_LEVEL',
    default: 'info',
    meaning: `The least important entries to log: one of ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}.`,
    allowed: `one of ${LOG_LEVELS.join(', ')}`,
    value: z.enum(LOG_LEVELS),
  },
  metrics: {
    name: 'TANDEM_METRICS',
    default: 'on',
    meaning: 'Whether `/metrics` tells a scraper how the server does: `on` or `off`.',
    allowed: 'on or off',
    value: z.enum(['on', 'off']).transform((state) => state === 'on'),
  },
  requestTimeoutMs: {
    name: 'TANDEM_REQUEST_TIMEOUT_MS',
    default: '300000',
    meaning: 'How many milliseconds a client has to send a whole request, a large file above all.',
    allowed: 'an integer from 1000 to 3600000',
    value: integer(1000, 3_600_000),
  },
  answerTimeoutMs: {
    name: 'TANDEM_ANSWER_TIMEOUT_MS',
    default: '60000',
    meaning: 'How many milliseconds a client has to take an answer; a large download has longer.',
    allowed: 'an integer from 1000 to 3600000',
    value: integer(1000, 3_600_000),
  },
  unreadMib: {
    name: 'TANDEM_UNREAD_MIB',
    default: '256',
    meaning: 'How many MiB of answers may wait in memory for clients that do not read them.',
    allowed: 'an integer from 1 to 65536',
    value: integer(1, 65_536),
  },
  unreadMibPerKey: {
    name: 'TANDEM_UNREAD_MIB_PER_KEY',
    default: '16',
    meaning: 'The same for each key, and for each address that sends none.',
    allowed: 'an integer from 1 to 65536',
    value: integer(1, 65_536),
  },
  shutdownTimeoutMs: {
    name: 'TANDEM_SHUTDOWN_TIMEOUT_MS',
    default: '10000',
    meaning: 'How many milliseconds a stopping server gives the requests under way.',
    allowed: 'an integer from 0 to 600000',
    value: integer(0, 600_000),
  },
} as const satisfies Record<string, Setting>;

type Field = keyof typeof SETTINGS;

export type Config = { readonly [F in Field]: z.output<(typeof SETTINGS)[F]['value']> };

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that the client commands read, and those that a worker sets for its command. */
const OF_THE_WORKER = [
  'TANDEM_KEY',
  'TANDEM_KEY_FILE',
  'TANDEM_URL',
  'TANDEM_KIND',
  'TANDEM_TASK',
  'TANDEM_CLAIM',
  'TANDEM_CHECKPOINT',
];

/** Unknown variables with our prefix that look like misspelled settings. */
export const unknownSettings = (env: Environment): UnknownSetting[] =>
  unknownAmong(env, [...Object.values(SETTINGS).map(({ name }) => name), ...OF_THE_WORKER]);

/**
 * A typo in most settings only causes a warning. A typo in one of these would create a new database elsewhere, and
 * people would start to work in it.
 */
function misplacedData(env: Environment): string[] {
  const { dataDir, databaseUrl } = SETTINGS;
  const unknown = unknownSettings(env);
  const seems = (right: Setting, begins: string) =>
    env[right.name]
      ? []
      : unknown.filter(({ name, meant }) => meant === right.name || name.startsWith(begins));
  const database = seems(databaseUrl, 'TANDEM_DATABASE').map(({ name }) => name);
  const folder = seems(dataDir, 'TANDEM_DATA').filter(({ name }) => !database.includes(name));
  const refusal = (name: string, { name: right }: Setting) =>
    `${name} is no setting, and would leave the data in ${env[dataDir.name] || dataDir.default}. Set ${right} instead.`;
  return [
    ...database.map((name) => refusal(name, databaseUrl)),
    ...folder.map(({ name }) => refusal(name, dataDir)),
  ];
}

/** The error for an invalid value that must not be shown. */
const whyOf = ({ issues }: z.ZodError): string => {
  const told = issues.find(({ code, message }) => code === 'custom' && message !== 'Invalid input');
  return told ? `; this one ${told.message}` : '';
};

/** Reads the settings from an environment. Throws a `CannotRun` that lists every invalid setting, one per line. */
export function readConfig(env: Environment): Config {
  const problems = misplacedData(env);
  const read = (setting: Setting): unknown => {
    const text = env[setting.name] || setting.default;
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
