export type { RequestLog } from './pipeline.ts';
export { createApp, createHttpServer, type HttpOptions } from './server.ts';
