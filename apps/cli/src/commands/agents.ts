import type { Agent, Tandem } from '@tandem/client';
import { Argument, type Command, Option } from 'commander';
import { connect } from '../connection.ts';
import { CannotDo } from '../ending.ts';
import { type ListOptions, pageFor, printList } from '../output/list.ts';
import { note } from '../output/print.ts';
import { printJson } from '../output/show.ts';
import { styleOfWord } from '../output/style.ts';
import type { Column } from '../output/table.ts';
import { AGENT_STATUSES } from '../words.ts';
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

const named = () => new Argument('<agent>', 'the name of the agent, or its id');

export function addAgentsCommands(program: Command): void {
  const group = groupOf(program, 'agent', 'see agents, take them in hand, or be one');
  withList(group.command('list').description('list agents, newest first'))
    .addOption(new Option('--status <status>', 'those alone that say so').choices(AGENT_STATUSES))
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
    'give an agent nothing more to do, and tell it to give back what it holds',
    (tandem, id) => tandem.agents.update(id, { paused: true }),
    ({ name }) => `${name} is paused. tandem agent resume ${name} lets it go on.`,
  );
  handle(
    'resume',
    'let a paused agent go on',
    (tandem, id) => tandem.agents.update(id, { paused: false }),
    ({ name }) => `${name} goes on.`,
  );
  handle(
    'stop',
    'end all that an agent holds now, and pause it',
    (tandem, id) => tandem.agents.stop(id),
    ({ name }) => `${name} is stopped, and holds nothing. tandem agent resume ${name} lets it go on.`,
  );
}

/** The id of the agent of this name, in any case, or with this id. */
export async function agentIdOf(tandem: Tandem, agent: string): Promise<string> {
  const name = agent.normalize('NFC').toLowerCase();
  for await (const each of tandem.agents.list({ limit: 100 })) {
    if (each.id === agent || each.name.normalize('NFC').toLowerCase() === name) return each.id;
  }
  throw new CannotDo(`There is no agent ${agent}. tandem agent list lists those that there are.`);
}
