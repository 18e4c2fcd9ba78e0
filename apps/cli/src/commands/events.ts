import type { Event, EventTypeOrAll } from '@tandem/client';
import type { Command } from 'commander';
import { connect } from '../connection.ts';
import { several } from '../input/values.ts';
import { type ListOptions, printTable } from '../output/list.ts';
import { moment } from '../output/moment.ts';
import { note } from '../output/print.ts';
import { printJson, write } from '../output/show.ts';
import { type Column, rowOf } from '../output/table.ts';
import { option, withList } from './options.ts';

const COLUMNS: readonly Column<Event>[] = [
  { head: 'AT', text: ({ at }) => moment(at) },
  { head: 'TYPE', text: ({ type }) => type, style: () => 'cyan' },
  { head: 'BY', text: ({ actor }) => actor.name },
  { head: 'OF', text: ({ entity }) => (entity.taskNumber ? `#${entity.taskNumber}` : entity.type) },
  { head: 'WHAT', text: whatOf, isLong: true },
];

function whatOf({ entity, changes = [], reason }: Event): string {
  const changed = changes.map(({ field, from, to }) => `${field}: ${from ?? '–'} → ${to ?? '–'}`);
  return [entity.title ?? '', ...changed, reason ?? ''].filter((part) => part !== '').join('; ');
}

interface Options extends ListOptions {
  readonly after?: string;
  readonly type?: readonly EventTypeOrAll[];
  readonly entity?: string;
  readonly follow?: true;
}

export function addEventsCommand(program: Command): void {
  withList(program.command('events').description('list events, oldest first'))
    .option('--follow', 'stream new events until Ctrl-C; starts now unless --after is set')
    .option('--after <position>', 'start after this position (printed at the end of a listing), or latest')
    .addOption(option('--type <type>', 'only these event types, such as task.created', several))
    .option('--entity <kind:id>', 'only events of this entity, such as task:ID')
    .action(showEvents);
}

async function showEvents(options: Options): Promise<void> {
  const { after, type: types, entity, limit } = options;
  if (options.follow) return follow(options);
  const list = connect().tandem.events.list({ after, types, entity, limit: Math.min(100, limit) });
  const isTable = process.stdout.isTTY && !options.json;
  const events: Event[] = [];
  let count = 0;
  let position = '';
  let hasMore = false;
  // By whole pages, because the position is that of a page's end.
  for await (const page of list.pages()) {
    count += page.data.length;
    position = page.cursor;
    hasMore = page.hasMore;
    if (isTable) events.push(...page.data);
    else for (const event of page.data) show(event, options.json);
    if (count >= limit) break;
  }
  if (events.length > 0) printTable(COLUMNS, events);
  note(
    `${hasMore ? 'There are more events; continue' : 'These are all events so far; new ones come'} after ${position}`,
  );
}

async function follow({ after, type: types, entity, json }: Options): Promise<void> {
  for await (const event of connect().tandem.events.stream({ after, types, entity })) show(event, json);
}

function show(event: Event, json: true | undefined): void {
  if (json) printJson(event);
  else write(rowOf(COLUMNS, event));
}
