export type { Metrics } from './health.ts';
export { createApp, createHttpServer, type HttpOptions } from './server.ts';
export type { RequestLog } from './trace.ts';
