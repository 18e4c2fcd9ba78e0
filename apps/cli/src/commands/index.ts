import type { Command } from 'commander';
import { addAgentsCommands } from './agents.ts';
import { addChatCommands } from './chats.ts';
import { addCompletionCommand } from './completion.ts';
import { addEventsCommand } from './events.ts';
import { addExamples, EXAMPLES } from './examples.ts';
import { addExportCommand } from './export.ts';
import { addFindCommand } from './find.ts';
import { addGoalCommands } from './goals.ts';
import { addImportCommand } from './import.ts';
import { addInboxCommand } from './inbox.ts';
import { addLoginCommands } from './login.ts';
import { addMcpCommand } from './mcp.ts';
import { addMeCommand } from './me.ts';
import { addPrimeCommand } from './prime.ts';
import { addProjectCommands } from './projects.ts';
import { addQuestionCommands } from './questions.ts';
import { addRunAgentCommand } from './run-agent.ts';
import { addSetupAgentCommand } from './setup-agent.ts';
import { addTaskCommands } from './task/index.ts';
import { addViewCommands } from './views.ts';
import { addWorkCommands } from './work.ts';
import { addWorktreesCommand } from './worktrees.ts';

/** Adds the commands that call a service, to existing groups where there are any. */
export function addServiceCommands(program: Command): void {
  addLoginCommands(program);
  addMeCommand(program);
  addMcpCommand(program);
  addPrimeCommand(program);
  addFindCommand(program);
  addTaskCommands(program);
  addViewCommands(program);
  addWorkCommands(program);
  addQuestionCommands(program);
  addInboxCommand(program);
  addGoalCommands(program);
  addProjectCommands(program);
  addChatCommands(program);
  addAgentsCommands(program);
  addRunAgentCommand(program);
  addWorktreesCommand(program);
  addSetupAgentCommand(program);
  addEventsCommand(program);
  addExportCommand(program);
  addImportCommand(program);
  addCompletionCommand(program);
  addExamples(program, EXAMPLES);
}
