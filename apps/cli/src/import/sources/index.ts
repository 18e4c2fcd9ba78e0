import type { Source } from '../source.ts';
import { asana } from './asana.ts';
import { beads } from './beads.ts';
import { csv } from './csv.ts';
import { github } from './github.ts';
import { jira } from './jira.ts';
import { linear } from './linear.ts';
import { markdown } from './markdown.ts';
import { taskmaster } from './taskmaster.ts';
import { trello } from './trello.ts';

/** Other trackers whose exports are texts, in the order of the help. */
export const SOURCES: readonly Source[] = [
  ...[linear, jira, github, beads, taskmaster, markdown, csv, trello, asana],
];
