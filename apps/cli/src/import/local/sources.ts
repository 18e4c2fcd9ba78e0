import { Misused } from '../../ending.ts';
import type { Source } from '../source.ts';
import { SOURCES as TEXT_SOURCES } from '../sources/index.ts';
import { vibeKanban } from './vibe-kanban.ts';

/** Other trackers, in the order of the help. */
export const SOURCES: readonly Source[] = [...TEXT_SOURCES, vibeKanban];

export function sourceNamed(name: string): Source {
  const found = SOURCES.find((source) => source.name === name);
  if (found) return found;
  throw new Misused(`Unknown source ${name}. Sources are ${SOURCES.map((each) => each.name).join(', ')}.`);
}
