import type { Command } from 'commander';
import { type AsAgent, connect } from '../connection.ts';
import { CannotDo } from '../ending.ts';
import { savingClaims } from '../kept/saving-claims.ts';
import { withAgent } from './options.ts';

export function addMcpCommand(program: Command): void {
  withAgent(
    program
      .command('mcp')
      .description('serve the agent tools to the program that starts this (Model Context Protocol)'),
  ).action((as: AsAgent) => serveTools(as, program.version() ?? ''));
}

/** Uses standard input and output until the input ends; messages go to standard error. */
async function serveTools(as: AsAgent, version: string): Promise<void> {
  const { tandem, claims } = connect(as, 'refused');
  // Fails at startup if the key is invalid or the server can't be reached.
  const { caller } = await tandem.workspace.me();
  if (as.agent !== undefined && caller.type !== 'agent') {
    throw new CannotDo(
      `TANDEM_KEY or TANDEM_KEY_FILE has the key of ${caller.name}, who is not an agent. Unset it to work as ${as.agent}.`,
    );
  }
  // Loaded only here, so that other commands start faster.
  const { serveMcpOnStdio } = await import('@tandem/adapter-mcp');
  await serveMcpOnStdio(savingClaims(tandem, claims), version);
}
