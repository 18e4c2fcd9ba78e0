export type { Asked, McpOptions } from './asked.ts';
export { type McpGateway, mcpGateway } from './gateway.ts';
export { serveMcpOnStdio } from './stdio.ts';
