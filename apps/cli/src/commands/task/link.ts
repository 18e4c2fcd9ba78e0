import { RELATION_TYPES, type Relation } from '@tandem/client';
import { Argument, type Command } from 'commander';
import { connect } from '../../connection.ts';
import { CannotDo } from '../../ending.ts';
import { taskNumber } from '../../input/values.ts';
import { note } from '../../output/print.ts';
import { printJson } from '../../output/show.ts';
import { type JsonOption, withJson } from '../options.ts';
import { held } from './change.ts';
import { taskArgument } from './show.ts';

const other = () => new Argument('<other>', 'number of the other task').argParser(taskNumber);

export function addLinkCommands(group: Command): void {
  withJson(
    group
      .command('link')
      .description('relate a task to another')
      .addArgument(taskArgument())
      .addArgument(new Argument('<type>', 'the relation to the other task').choices(RELATION_TYPES))
      .addArgument(other()),
  ).action(link);
  group
    .command('unlink')
    .description('remove all relations between two tasks')
    .addArgument(taskArgument())
    .addArgument(other())
    .action(unlink);
}

async function link(
  named: string,
  type: Relation['type'],
  number: number,
  { json }: JsonOption,
): Promise<void> {
  const connection = connect();
  const body = { type, taskNumber: number };
  const made = await connection.tandem.tasks.relate(named, body, held(connection, named));
  if (json) return printJson(made);
  note(`Task ${named} ${type} task ${number}.`);
}

async function unlink(named: string, number: number): Promise<void> {
  const connection = connect();
  const { tasks } = connection.tandem;
  const { relations } = await tasks.get(named);
  const between = relations.filter(({ task }) => task.taskNumber === number);
  if (between.length === 0) throw new CannotDo(`Task ${named} and task ${number} are not related.`);
  for (const { id } of between) await tasks.unrelate(named, id, held(connection, named));
  note(`Task ${named} and task ${number} are no longer related.`);
}
