export { addServiceCommands } from './commands/index.ts';
export { explained } from './explain.ts';
export { note, print, printable, printableLines } from './output/print.ts';
export { type Progress, showProgress } from './output/progress.ts';
export { endQuietly } from './output/quietly.ts';
export { onStopSignals } from './stop-signals.ts';
export { type AgentClient, connect } from './worker/client.ts';
export { work } from './worker/work.ts';
export type { Worker } from './worker/worker.ts';
