export { type AgentsOptions, startAgents } from './agents/start.ts';
export { foreignFile } from './folder.ts';
export { demoMessage } from './message.ts';
export { type DemoHost, prepareDemo } from './prepare.ts';
