import { Misused } from '../../ending.ts';
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
import { vibeKanban } from './vibe-kanban.ts';

/** Other trackers, in the order of the help. */
export const SOURCES: readonly Source[] = [
  ...[linear, jira, github, beads, vibeKanban, taskmaster, markdown, csv, trello, asana],
];

export function sourceNamed(name: string): Source {
  const found = SOURCES.find((source) => source.name === name);
  if (found) return found;
  throw new Misused(`Unknown source ${name}. Sources are ${SOURCES.map((each) => each.name).join(', ')}.`);
}
