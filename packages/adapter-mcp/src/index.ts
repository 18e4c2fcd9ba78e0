export { type Asked, type McpGateway, type McpOptions, mcpGateway } from './gateway.ts';
export { serveMcpOnStdio } from './stdio.ts';
