import { createHttpServer } from '@tandem/adapter-express';
import { createWebhookSender } from '@tandem/adapter-webhooks';
import { createTandem, type NewWorkspace, Refusal } from '@tandem/core';
import { nodePorts } from '@tandem/core/node';
import type { Config } from './config.ts';
import { makeFolder } from './data-folder.ts';
import { openDatabase } from './database.ts';
import { drainable } from './drain.ts';
import { fileStore } from './file-store.ts';
import { startJobs } from './jobs.ts';
import { type Address, listen } from './listen.ts';
import { createLog, type Log, loggable } from './log.ts';
import { serverMetrics } from './metrics.ts';
import { holdFolder } from './one-server.ts';
import { outages } from './outages.ts';

const MIB = 1024 * 1024;
/** What an empty database is given. */
const FIRST_WORKSPACE: NewWorkspace = { name: 'My workspace', admin: { name: 'admin' } };

export interface RunningServer extends Address {
  readonly dataDir: string;
  /** The key of the first workspace's admin, when this start made that workspace; it is shown nowhere else. */
  readonly firstKey: string | null;
  /** Lets the requests in flight finish, then closes the database. */
  stop(): Promise<void>;
}

/**
 * Opens the database and serves it over HTTP. An empty database is given its first workspace. Throws
 * `CannotRun` for what the operator can put right.
 */
export async function startServer(
  config: Config,
  log: Log = createLog(config.logLevel),
): Promise<RunningServer> {
  makeFolder(config.dataDir);
  // Before the database is opened: an older server that runs must not find it brought up to date.
  const letGo = holdFolder(config.dataDir);
  try {
    return await startIn(config, log, letGo);
  } catch (error) {
    letGo();
    throw error;
  }
}

async function startIn(config: Config, log: Log, letGo: () => void): Promise<RunningServer> {
  const files = fileStore(config);
  await files.check('write');
  const ports = nodePorts();
  const metrics = config.metrics ? serverMetrics() : undefined;
  const sender = createWebhookSender({
    allowHttp: config.webhookAllowHttp,
    allowNets: config.webhookAllowNets,
  });
  const tandem = createTandem({
    ...ports,
    storage: openDatabase(config.dataDir, {
      onCommit: metrics?.onCommit,
      onBadRow: ({ error, ...row }) => log.error({ ...row, error: loggable(error) }, 'row cannot be read'),
    }),
    contents: files,
    ...(config.webhooks && { webhooks: sender }),
  });
  metrics?.watch(tandem, config.dataDir);
  const outage = outages(log, tandem.ping);
  const requestFailed = (error: unknown, requestId: string) =>
    log.error({ requestId, error: loggable(error) }, 'request failed');
  const server = createHttpServer({
    tandem,
    newId: ports.newId,
    rateLimit: config.rateLimit,
    maxFileBytes: config.maxFileMib * MIB,
    corsOrigins: config.corsOrigins,
    trustedProxies: config.trustedProxies,
    timeouts: { request: config.requestTimeoutMs, answer: config.answerTimeoutMs },
    unread: { perKey: config.unreadMibPerKey * MIB, inAll: config.unreadMib * MIB },
    metrics,
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
    // Only now: a start that fails must not leave a workspace behind whose key nobody has seen.
    const first = await tandem.operator.firstWorkspace(FIRST_WORKSPACE);
    const endHousekeeping = startJobs({
      tandem,
      days: {
        telemetry: config.telemetryDays,
        notifications: config.notificationDays,
        idempotencyKeys: config.idempotencyDays,
        events: config.eventDays,
      },
      onError: (error) => {
        const tell = () => log.error({ error: loggable(error) }, 'housekeeping failed');
        if (error instanceof Refusal && error.kind === 'unavailable')
          outage.failed(error.cause ?? error, tell);
        else tell();
      },
    });
    return {
      ...address,
      dataDir: config.dataDir,
      firstKey: first?.secret ?? null,
      stop: async () => {
        // Held requests are answered now, with what there is; the others in their own time.
        tandem.stopWaiting();
        await connections.drain(config.shutdownTimeoutMs);
        await endHousekeeping();
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
