import type { Command } from 'commander';
import { groupOf } from '../options.ts';
import { addAttemptsCommand } from './attempts.ts';
import { addChangeCommands } from './change.ts';
import { addCommentCommands } from './comment.ts';
import { addLinkCommands } from './link.ts';
import { addListCommand } from './list.ts';
import { addReviewCommand } from './review.ts';
import { addShowCommand } from './show.ts';
import { addSplitCommand } from './split.ts';
import { addTreeCommand } from './tree.ts';

export function addTaskCommands(program: Command): void {
  const group = groupOf(program, 'task', 'list, create and change tasks');
  addListCommand(group);
  addShowCommand(group);
  addTreeCommand(group);
  addChangeCommands(group);
  addSplitCommand(group);
  addCommentCommands(group);
  addAttemptsCommand(group);
  addLinkCommands(group);
  addReviewCommand(group);
}
