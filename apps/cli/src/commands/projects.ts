import { PROJECT_STATUSES, type Project, type ProjectStatus } from '@tandem/client';
import { Argument, type Command, Option } from 'commander';
import { connect } from '../connection.ts';
import { type ListOptions, pageFor, printList } from '../output/list.ts';
import { day } from '../output/moment.ts';
import { printCard, printJson, printText } from '../output/show.ts';
import { styleOfWord } from '../output/style.ts';
import type { Column } from '../output/table.ts';
import { groupOf, type JsonOption, withJson, withList } from './options.ts';

const COLUMNS: readonly Column<Project>[] = [
  { head: 'ID', text: ({ id }) => id, style: () => 'cyan' },
  { head: 'STATUS', text: ({ status }) => status, style: ({ status }) => styleOfWord(status) },
  { head: 'DONE', text: ({ taskCounts }) => `${taskCounts.done}/${taskCounts.total}` },
  { head: 'DUE', text: ({ targetDate }) => day(targetDate) },
  { head: 'TITLE', text: ({ title }) => title, isLong: true },
];

export function addProjectCommands(program: Command): void {
  const group = groupOf(program, 'project', 'list and show projects');
  withList(group.command('list').description('list projects that are not archived, newest first'))
    .addOption(new Option('--status <status>', 'only projects with this status').choices(PROJECT_STATUSES))
    .option('--initiative <id>', 'only projects of this initiative')
    .action(async (options: ListOptions & { status?: ProjectStatus; initiative?: string }) => {
      const { status, initiative, limit } = options;
      const list = connect().tandem.projects.list({
        status,
        initiativeId: initiative,
        limit: pageFor(limit),
      });
      await printList(list, COLUMNS, options, 'No projects.');
    });
  withJson(group.command('show').description('show a project'))
    .addArgument(new Argument('<project>', 'id of the project'))
    .action(showProject);
}

async function showProject(id: string, { json }: JsonOption): Promise<void> {
  const project = await connect().tandem.projects.get(id);
  if (json) return printJson(project);
  const { total, ...counts } = project.taskCounts;
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  printCard(project.title, [
    ['id', project.id],
    [
      'status',
      project.archived ? `${project.status}, archived` : project.status,
      styleOfWord(project.status),
    ],
    ['initiative', project.initiative?.name],
    ['goal', project.goal?.title],
    ['due', day(project.targetDate)],
    ['tasks', [total, ...some.map(([status, count]) => `${count} ${status}`)].join(', ')],
  ]);
  printText('Description', project.description);
}
