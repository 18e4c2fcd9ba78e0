import type { Command } from 'commander';
import { connect } from '../connection.ts';

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('serve the agent tools to the program that starts this (Model Context Protocol)')
    .action(() => serveTools(program.version() ?? ''));
}

/** Uses standard input and output until the input ends; messages go to standard error. */
async function serveTools(version: string): Promise<void> {
  const { tandem } = connect();
  // Fails at startup if the key is invalid or the server can't be reached.
  await tandem.workspace.me();
  // Loaded only here, so that other commands start faster.
  const { serveMcpOnStdio } = await import('@tandem/adapter-mcp');
  await serveMcpOnStdio(tandem, version);
}
