export type { Build } from './build.ts';
export type { Asked, Gateway } from './gateway/gateway.ts';
export type { Metrics } from './health.ts';
export type { ProxyProblem } from './http/origin.ts';
export type { RequestLog } from './http/trace.ts';
export { createApp, createFetch, createHttpServer, type FetchOptions, type HttpOptions } from './server.ts';
