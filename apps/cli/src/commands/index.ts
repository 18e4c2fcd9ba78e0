import type { Command } from 'commander';
import { addAgentsCommands } from './agents.ts';
import { addLoginCommands } from './login.ts';
import { addMeCommand } from './me.ts';
import { addTaskCommands } from './task/index.ts';
import { addWorkCommands } from './work.ts';

/** Adds the commands that speak to a service. Groups that are there already are added to. */
export function addServiceCommands(program: Command): void {
  addLoginCommands(program);
  addMeCommand(program);
  addTaskCommands(program);
  addWorkCommands(program);
  addAgentsCommands(program);
}
