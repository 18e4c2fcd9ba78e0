/* Helpers for other apps' tests that need a running server. */
export { listen } from '../src/serve/listen.ts';
export * from './api.ts';
export * from './held-request.ts';
export * from './postgres.ts';
export * from './tandem.ts';
