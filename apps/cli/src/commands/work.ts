import type { Command } from 'commander';
import { addAskCommand } from '../work/ask.ts';
import { addHeartbeatCommand } from '../work/heartbeat.ts';
import { addHeldCommand } from '../work/held.ts';
import { addNextCommand } from '../work/next.ts';
import { addReleaseCommand } from '../work/release.ts';
import { addSubmitCommand } from '../work/submit.ts';
import { groupOf } from './options.ts';

export function addWorkCommands(program: Command): void {
  const group = groupOf(program, 'work', 'claim tasks as an agent and submit results');
  addNextCommand(group);
  addHeldCommand(group);
  addHeartbeatCommand(group);
  addSubmitCommand(group);
  addReleaseCommand(group);
  addAskCommand(group);
}
