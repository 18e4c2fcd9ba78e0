export { CannotRun } from './errors/cannot-run.ts';
export { type RunningServer, startServer } from './serve/start-server.ts';
export { type Config, readConfig, SETTINGS } from './settings/config.ts';
