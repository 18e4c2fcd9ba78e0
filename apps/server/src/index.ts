export { CannotRun } from './cannot-run.ts';
export { type Config, readConfig, SETTINGS } from './config.ts';
export { type RunningServer, startServer } from './serve.ts';
