import type { Command } from 'commander';
import { connect } from '../connection.ts';

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('offer the tools for agents to the program that starts this (Model Context Protocol)')
    .action(() => serveTools(program.version() ?? ''));
}

/** Speaks over standard input and output until the input ends; what else there is to say goes to standard error. */
async function serveTools(version: string): Promise<void> {
  const { tandem } = connect();
  // Whoever starts this is told now if the key is none, or nobody is there.
  await tandem.workspace.me();
  // Loaded here alone: the other commands do without it, and start faster for it.
  const { serveMcpOnStdio } = await import('@tandem/adapter-mcp');
  await serveMcpOnStdio(tandem, version);
}
