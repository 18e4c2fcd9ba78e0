import { existsSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, join, relative, sep } from 'node:path';
import { Argument, type Command, Option } from 'commander';
import { serviceUrl } from '../connection.ts';
import { CannotDo } from '../ending.ts';
import { confirm } from '../input/confirm.ts';
import { agentKeysFile } from '../kept/agent-keys.ts';
import { keepSetupRecord, setupRecord } from '../kept/setups.ts';
import { note, print } from '../output/print.ts';
import { TOOL_NAMES, type ToolName } from '../setup/names.ts';
import type { Plan } from '../setup/plan.ts';
import type { SetupAgent, Tool } from '../setup/tool.ts';
import { groupOf } from './options.ts';

interface SetupOptions {
  readonly agent?: string;
  readonly dir: string;
  readonly print?: true;
  readonly undo?: true;
  readonly yes?: true;
}

export function addSetupAgentCommand(program: Command): void {
  groupOf(program, 'agent', 'list, control and run agents')
    .command('setup')
    .description('connect a coding agent in a repository: its tools, instructions and hooks')
    .addArgument(new Argument('<tool>', 'the coding agent; generic is any with a shell').choices(TOOL_NAMES))
    .option('--agent <name>', 'the agent to work as, created if necessary; defaults to the name of the tool')
    .option('--dir <folder>', 'the repository', '.')
    .addOption(new Option('--print', 'only print the changes').conflicts('yes'))
    .option('--undo', 'restore the files')
    .option('--yes', 'write without asking')
    .action(setUp);
}

async function setUp(
  name: ToolName,
  { dir, print: onlyPrint, undo, yes, ...options }: SetupOptions,
): Promise<void> {
  const folder = folderOf(dir);
  const agent = { name: options.agent ?? name, url: serviceUrl() };
  // Loaded only here, so that other commands start faster.
  const [{ TOOLS }, { planSetup, planUndo, write }, { printDiff }, { ensureAgent }] = await Promise.all([
    import('../setup/tools.ts'),
    import('../setup/plan.ts'),
    import('../setup/diff.ts'),
    import('../setup/agent.ts'),
  ]);
  const tool = TOOLS[name];
  const plan = (undo ? planUndo : planSetup)(folder, name, tool.parts(agent), setupRecord(folder));
  printDiff(plan.changes);
  if (onlyPrint) return;
  if (plan.changes.length > 0) await confirm('Write these changes?', yes);
  if (!undo) {
    refuseTrackedKeys(folder);
    await ensureAgent(agent, name);
  }
  keepSetupRecord(folder, plan.record);
  write(folder, plan.changes);
  if (undo) sayWhatStays(agent, plan);
  else sayHowToStart(tool, agent, plan);
}

function folderOf(dir: string): string {
  if (existsSync(dir) && statSync(dir).isDirectory()) return realpathSync(dir);
  throw new CannotDo(`There is no folder ${dir}. --dir must name a repository.`);
}

/** The key must not be saved where git could track it. */
function refuseTrackedKeys(folder: string): void {
  let root = folder;
  while (!existsSync(join(root, '.git'))) {
    if (dirname(root) === root) return;
    root = dirname(root);
  }
  if (relative(root, agentKeysFile()).split(sep)[0] === '..') return;
  throw new CannotDo(
    `The key would be saved in ${agentKeysFile()}, inside of the repository ${root}. Set XDG_CONFIG_HOME to another folder.`,
  );
}

function sayHowToStart({ start, acp, title }: Tool, { name, url }: SetupAgent, { changes }: Plan): void {
  if (changes.length === 0) note(`${title} is already set up here.`);
  if (!isOnPath('tandem'))
    note('There is no tandem on your PATH. Install it, so that the agent can start it.');
  const isShell = acp === undefined;
  if (isShell)
    print(`Any client of the Model Context Protocol can start: tandem mcp --agent ${name} --url ${url}`);
  print(
    `Start ${isShell ? `${start} here with TANDEM_AGENT=${name} and TANDEM_URL=${url}` : `\`${start}\` here`} and say: work on the next Tandem task`,
  );
  print(
    `Unattended: tandem agent run --agent ${name} --url ${url} ${isShell ? "--exec 'COMMAND'" : `--acp '${acp}'`}`,
  );
}

const isOnPath = (program: string): boolean =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => [program, `${program}.cmd`].some((each) => existsSync(join(folder, each))));

function sayWhatStays({ name, url }: SetupAgent, { changes }: Plan): void {
  if (changes.length === 0) note('There is nothing to undo here.');
  print(`The agent ${name} at ${url} stays, with its tasks and its key in ${agentKeysFile()}.`);
}
