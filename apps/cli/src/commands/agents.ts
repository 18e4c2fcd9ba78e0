import { AGENT_STATUSES, type Agent, type Tandem } from '@tandem/client';
import { Argument, type Command, Option } from 'commander';
import { connect } from '../connection.ts';
import { CannotDo } from '../ending.ts';
import { type ListOptions, pageFor, printList } from '../output/list.ts';
import { note } from '../output/print.ts';
import { printJson } from '../output/show.ts';
import { styleOfWord } from '../output/style.ts';
import type { Column } from '../output/table.ts';
import { groupOf, type JsonOption, withJson, withList } from './options.ts';

const COLUMNS: readonly Column<Agent>[] = [
  { head: 'NAME', text: ({ name }) => name, style: () => 'cyan' },
  { head: 'STATUS', text: statusOf, style: (agent) => styleOfWord(statusOf(agent)) },
  { head: 'MODEL', text: ({ model }) => model, isLong: true },
  { head: 'TITLE', text: ({ displayName, title }) => title ?? displayName, isLong: true },
  { head: 'ID', text: ({ id }) => id, style: () => 'dim' },
];

function statusOf({ paused, status }: Agent): string {
  return paused ? 'paused' : status;
}

const named = () => new Argument('<agent>', 'name or id of the agent');

export function addAgentsCommands(program: Command): void {
  const group = groupOf(program, 'agent', 'list, control and run agents');
  withList(group.command('list').description('list agents, newest first'))
    .addOption(new Option('--status <status>', 'only agents with this status').choices(AGENT_STATUSES))
    .action(async ({ status, ...options }: ListOptions & { readonly status?: Agent['status'] }) => {
      const list = connect().tandem.agents.list({ status, limit: pageFor(options.limit) });
      await printList(list, COLUMNS, options, 'No agents.');
    });
  const handle = (
    name: string,
    meaning: string,
    act: (tandem: Tandem, id: string) => PromiseLike<Agent>,
    done: (agent: Agent) => string,
  ) =>
    withJson(group.command(name).description(meaning).addArgument(named())).action(
      async (agent: string, { json }: JsonOption) => {
        const { tandem } = connect();
        const handled = await act(tandem, await agentIdOf(tandem, agent));
        if (json) return printJson(handled);
        note(done(handled));
      },
    );
  handle(
    'pause',
    'pause an agent: it gets no more work and is asked to release what it holds',
    (tandem, id) => tandem.agents.update(id, { paused: true }),
    ({ name }) => `${name} is paused. To resume: tandem agent resume ${name}`,
  );
  handle(
    'resume',
    'resume a paused agent',
    (tandem, id) => tandem.agents.update(id, { paused: false }),
    ({ name }) => `${name} is resumed.`,
  );
  handle(
    'stop',
    'end all work of an agent now, and pause it',
    (tandem, id) => tandem.agents.stop(id),
    ({ name }) => `${name} is stopped and holds nothing. To resume: tandem agent resume ${name}`,
  );
}

/** The id of the agent with this name (case-insensitive) or id. */
export async function agentIdOf(tandem: Tandem, agent: string): Promise<string> {
  const name = agent.normalize('NFC').toLowerCase();
  for await (const each of tandem.agents.list({ limit: 100 })) {
    if (each.id === agent || each.name.normalize('NFC').toLowerCase() === name) return each.id;
  }
  throw new CannotDo(`There is no agent ${agent}. tandem agent list lists all agents.`);
}
