import type { Caller } from '../access/caller.ts';
import type { SteadyPorts } from '../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../shared/page.ts';
import { refuseProblems } from '../shared/refusal.ts';
import { cut, LIMITS, nameProblem } from '../shared/text.ts';
import type { Waits } from '../shared/waits.ts';
import { type Found, type Hit, SEARCH_TYPES, type SearchType, SNIPPET_FROM } from './found.ts';
import { snippetOf } from './snippet.ts';
import { queryWords, type Word } from './words.ts';

export interface SearchQuery extends PageRequest {
  /** What is typed. It is text: no character of it means anything but itself. */
  readonly q: string;
  readonly types?: readonly SearchType[] | undefined;
  readonly archived?: boolean | undefined;
}

/** Texts that one unit of work takes in: some milliseconds. */
const TEXTS = 250;
/** Between two units, so that others come first, in milliseconds. */
const PAUSE_MS = 5;

/** A number that is typed names a task. */
const TASK_NUMBER = /^#?(\d{1,15})$/;

/** What callers can look for, and taking in what was there before it could be found (docs/rules.md, Search). */
export function searchUseCases({ storage, schedule }: SteadyPorts, waits: Waits) {
  const pause = () => new Promise<void>((resolve) => void schedule(PAUSE_MS, resolve));

  return {
    /** The best first. What holds no word, such as punctuation alone, finds nothing. */
    find: async (caller: Caller, query: SearchQuery): Promise<Page<Hit>> => {
      refuseProblems({ q: nameProblem(query.q ?? '', LIMITS.searchQuery) });
      const slice = pageSlice(query);
      const words = queryWords(query.q);
      const number = TASK_NUMBER.exec(query.q.trim())?.[1];
      const filter = {
        words,
        taskNumber: number === undefined ? null : Number(number),
        types: query.types ?? SEARCH_TYPES,
        archived: query.archived ?? false,
      };
      const page = await storage.read(caller.workspaceId, ({ search }) => search.find(filter, slice));
      return { ...page, items: hitsOf(page.items, words) };
    },

    /**
     * Takes in what all workspaces held before it could be found; called now and then. Ends early when the service is
     * about to stop: it goes on with the next call.
     */
    fill: async (): Promise<void> => {
      for (const workspaceId of await storage.directory.workspacesToFill()) {
        const portion = () => storage.write(workspaceId, ({ search }) => search.fill(TEXTS));
        while (!waits.closed() && (await portion())) await pause();
      }
    },
  };
}

/** How much of the texts of a page is looked through for snippets, in UTF-16 units: some tens of milliseconds at the most. */
const SNIPPETS_FROM = 500_000;

/** As they are shown. Where many texts are long, each gets an equal part of what is looked through. */
function hitsOf(found: readonly Found[], words: readonly Word[]): Hit[] {
  let left = SNIPPETS_FROM;
  return found.map(({ text, ...hit }, i) => {
    const looked = within(cut(text, SNIPPET_FROM), Math.floor(left / (found.length - i)));
    left -= looked.length;
    return { ...hit, snippet: snippetOf(looked, words, looked.length < text.length) };
  });
}

/** The beginning of a text that has no more UTF-16 units, and ends between two characters. */
function within(text: string, units: number): string {
  if (text.length <= units) return text;
  const splitsPair = (text.charCodeAt(units) & 0xfc00) === 0xdc00;
  return text.slice(0, splitsPair ? units - 1 : units);
}
