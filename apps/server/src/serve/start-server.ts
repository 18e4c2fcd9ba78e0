import { existsSync } from 'node:fs';
import { type Build, createHttpServer } from '@tandem/adapter-express';
import { mcpGateway } from '@tandem/adapter-mcp';
import { nodePorts } from '@tandem/adapter-node';
import { quickCheck, type StorageProblem } from '@tandem/adapter-sqlite';
import { createWebhookSender } from '@tandem/adapter-webhooks';
import { createTandem, type NewWorkspace, Refusal, type Storage, startHousekeeping } from '@tandem/core';
import { fileStore } from '../files/file-store.ts';
import { commit, pageFolder, version } from '../installation.ts';
import { createLog, type Log, loggable } from '../log/log.ts';
import { outages } from '../log/outages.ts';
import { proxyProblemLogger } from '../log/proxy-problems.ts';
import { type ServerMetrics, serverMetrics } from '../metrics/metrics.ts';
import type { Config } from '../settings/config.ts';
import { makeFolder } from '../storage/data-folder.ts';
import { diskOf } from '../storage/disk.ts';
import { holdFolder } from '../storage/folder-lock.ts';
import { refuseMoved } from '../storage/moved-note.ts';
import { openToServe, PATIENCE_MS, schemaVersion, shownDatabase } from '../storage/open.ts';
import { databaseIn } from '../storage/sqlite.ts';
import { drainable } from './drain.ts';
import { type Address, listen } from './listen.ts';
import { signInLink } from './sign-in-link.ts';

const MIB = 1024 * 1024;
/** The names of the first workspace and its admin in an empty database. */
const FIRST_WORKSPACE: NewWorkspace = { name: 'My workspace', admin: { name: 'admin' } };

export interface RunningServer extends Address {
  readonly build: Build;
  readonly dataDir: string;
  /** The database as shown to the operator: its folder, or its URL without the password. */
  readonly database: string;
  /** The admin's key of the first workspace, if this start created it. It is not shown again. */
  readonly firstKey: string | null;
  /**
   * Creates a single-use sign-in link for the admin of the only workspace; `null` if there are several workspaces or no
   * web application.
   */
  adminLink(): Promise<string | null>;
  /** Lets requests in flight finish, then closes the database. */
  stop(): Promise<void>;
}

/**
 * Opens the database and serves it over HTTP. Creates the first workspace in an empty database. Throws `CannotRun` for
 * problems that the operator can fix.
 */
export async function startServer(config: Config, given?: Log): Promise<RunningServer> {
  const log = given ?? (await createLog(config));
  // It holds the only copy of its data.
  if (usesFolder(config)) makeFolder(config.dataDir);
  // Locked before the database is opened, so that no migration runs under an older server. PostgreSQL allows several
  // servers, which then share the folder of their files.
  const letGo = config.databaseUrl === '' ? holdFolder(config.dataDir) : () => undefined;
  try {
    if (config.databaseUrl === '') refuseMoved(config.dataDir);
    return await startIn(config, log, letGo);
  } catch (error) {
    letGo();
    throw error;
  }
}

/** Whether the data folder holds the database or the files. */
const usesFolder = ({ databaseUrl, filesUrl }: Config) => databaseUrl === '' || filesUrl === null;

async function startIn(config: Config, log: Log, letGo: () => void): Promise<RunningServer> {
  const files = fileStore(config);
  await files.check('write', {
    forMs: PATIENCE_MS,
    onWaiting: (reason) =>
      log.warn({ files: files.where, error: loggable(reason) }, 'waiting for file storage'),
  });
  const disk = usesFolder(config) ? diskOf(config.dataDir) : undefined;
  const ports = nodePorts();
  const build = { version: version(), commit: commit(), schema: await schemaVersion(config) };
  const metrics = config.metrics ? serverMetrics(build) : undefined;
  const sender = createWebhookSender({
    allowHttp: config.webhookAllowHttp,
    allowNets: config.webhookAllowNets,
  });
  const database = shownDatabase(config);
  const { storage, refusesUnits } = await openStorage(config, database, log, metrics?.onCommit);
  const tandem = createTandem({
    ...ports,
    storage,
    contents: files,
    ...(config.webhooks && { webhooks: sender }),
  });
  metrics?.watch(
    tandem,
    storage.connections ? { connections: storage.connections } : { file: databaseIn(config.dataDir) },
    disk,
  );
  const folder = config.web ? pageFolder() : undefined;
  if (config.web && !folder) log.warn({}, 'page not built');
  const outage = outages(log, tandem.ping, refusesUnits);
  const requestFailed = (error: unknown, requestId: string) =>
    log.error({ requestId, error: loggable(error) }, 'request failed');
  const mcpFailed = (error: Error) => log.error({ error: loggable(error) }, 'request failed');
  const server = createHttpServer({
    tandem,
    newId: ports.newId,
    rateLimit: config.rateLimit,
    maxFileBytes: config.maxFileMib * MIB,
    corsOrigins: config.corsOrigins,
    hosts: [config.host, ...config.hosts, ...(config.publicUrl ? [new URL(config.publicUrl).hostname] : [])],
    ...publicAddress(config),
    onProxyProblem: proxyProblemLogger(log),
    trustedProxies: config.trustedProxies,
    timeouts: { request: config.requestTimeoutMs, answer: config.answerTimeoutMs },
    unread: { perKey: config.unreadMibPerKey * MIB, inAll: config.unreadMib * MIB },
    build,
    metrics,
    ready: disk?.check,
    pageFolder: folder,
    browserSessions: config.web,
    gateway: config.mcp ? mcpGateway({ version: build.version, onError: mcpFailed }) : undefined,
    onRequest: (entry) => {
      log.request(entry);
      metrics?.onRequest(entry);
    },
    onError: requestFailed,
    onUnavailable: (reason, requestId) => outage.failed(reason, () => requestFailed(reason, requestId)),
  });
  const connections = drainable(server);
  try {
    const address = await listen(server, config.host, config.port);
    // Created last: a failed start must not leave a workspace whose key was never shown.
    const first = await tandem.operator.firstWorkspace(FIRST_WORKSPACE);
    const housekeeping = startHousekeeping(tandem, {
      ...ports,
      days: {
        telemetry: config.telemetryDays,
        notifications: config.notificationDays,
        idempotencyKeys: config.idempotencyDays,
        events: config.eventDays,
      },
      onError: (error, job) => {
        const logIt = () => log.error({ job, error: loggable(error) }, 'housekeeping failed');
        if (error instanceof Refusal && error.kind === 'unavailable')
          outage.failed(error.cause ?? error, logIt);
        else logIt();
      },
    });
    return {
      ...address,
      build,
      dataDir: config.dataDir,
      database,
      firstKey: first?.secret ?? null,
      adminLink: async () => {
        if (!folder) return null;
        const made = await tandem.operator.createAdminLink();
        return made && signInLink(config.publicUrl || address.url, made);
      },
      stop: async () => {
        // Held requests get their response now; the others finish normally.
        tandem.stopWaiting();
        await connections.drain(config.shutdownTimeoutMs);
        await housekeeping.stop();
        outage.stop();
        await tandem.close();
        await sender.close();
        files.close();
        letGo();
      },
    };
  } catch (error) {
    server.close();
    outage.stop();
    await tandem.close();
    await sender.close();
    files.close();
    throw error;
  }
}

/** Opens the database and logs what happens to it. `refusesUnits`: whether a problem makes it refuse all work now. */
async function openStorage(
  config: Config,
  database: string,
  log: Log,
  onCommit: ServerMetrics['onCommit'] | undefined,
): Promise<{ storage: Awaited<ReturnType<typeof openToServe>>; refusesUnits: () => boolean }> {
  let problem: StorageProblem | null = null;
  const storage = await openToServe(config, {
    onMigrated: (migrated) => log.info(migrated, 'database migrated'),
    onCommit,
    onBadRow: ({ error, ...row }) => log.error({ ...row, error: loggable(error) }, 'row cannot be read'),
    onSilence: (silence) => log.warn(silence, 'database connection unresponsive'),
    onStall: (stall) => log.error(stall, 'writes delayed'),
    onWaiting: (reason) => log.warn({ database, error: loggable(reason) }, 'waiting for the database'),
    onProblem: (found) => {
      problem = found;
      logProblem(found, log);
    },
  });
  if (config.databaseUrl !== '') warnOfMistakes(config, storage, log);
  else void logDamage(databaseIn(config.dataDir), log);
  return { storage, refusesUnits: () => problem?.refusesUnits ?? false };
}

/** Logs why the server no longer serves, or is not ready, although it runs. */
function logProblem(problem: StorageProblem | null, log: Log): void {
  if (!problem) log.info({}, 'can serve again');
  else log[problem.refusesUnits ? 'fatal' : 'error']({ error: loggable(problem.error) }, 'cannot serve');
}

/** The public origin, and the path below it that the proxy removes. */
function publicAddress({ publicUrl }: Config): { publicOrigin?: string; publicPrefix?: string } {
  if (publicUrl === '') return {};
  const { origin, pathname } = new URL(publicUrl);
  return { publicOrigin: origin, publicPrefix: pathname.replace(/\/$/, '') };
}

/** Damage that a start alone would not find, such as in a copy of a live data folder. */
async function logDamage(file: string, log: Log): Promise<void> {
  try {
    const error = await quickCheck(file);
    if (error) log.error({ file, error }, 'database damaged');
  } catch (error) {
    log.warn({ file, error: loggable(error) }, 'database not checked');
  }
}

/** The clock difference between server and database that causes a warning, in milliseconds. */
const MAX_SKEW_MS = 2_000;

/** Logs settings that do not prevent serving but are probably mistakes. */
function warnOfMistakes({ dataDir }: Config, storage: Storage, log: Log): void {
  if (existsSync(databaseIn(dataDir))) log.warn({ dataDir }, 'unused database in the data folder');
  const skew = storage.steadyClock ? Date.now() - storage.steadyClock() : 0;
  if (Math.abs(skew) > MAX_SKEW_MS) log.warn({ seconds: Math.round(skew / 1000) }, 'clock differs');
}
