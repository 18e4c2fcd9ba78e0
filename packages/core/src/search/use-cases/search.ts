import type { Caller } from '../../access/caller.ts';
import type { SteadyPorts } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { cut } from '../../shared/text.ts';
import type { Waits } from '../../waits/waits.ts';
import { type Found, type Hit, SEARCH_TYPES, type SearchType, SNIPPET_FROM } from '../found.ts';
import { snippetOf } from '../snippet.ts';
import { queryProblem, queryWords, type Word } from '../words.ts';

export interface SearchQuery extends PageRequest {
  /** The query as typed; it has no syntax. */
  readonly q: string;
  readonly types?: readonly SearchType[] | undefined;
  readonly archived?: boolean | undefined;
}

/** Texts per unit of work: some milliseconds. */
const TEXTS = 250;
/** Pause between units, in milliseconds, so that other work comes first. */
const PAUSE_MS = 5;

/** A number as a query refers to a task. */
const TASK_NUMBER = /^#?(\d{1,15})$/;

/** Search, and indexing of older texts (docs/rules.md, Search). */
export function searchUseCases({ storage, schedule }: SteadyPorts, waits: Waits) {
  const pause = () => new Promise<void>((resolve) => void schedule(PAUSE_MS, resolve));

  return {
    /** Best results first. A query without words, such as only punctuation, finds nothing. */
    find: async (caller: Caller, query: SearchQuery): Promise<Page<Hit>> => {
      refuseProblems({ q: queryProblem(query.q ?? '') });
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
     * Indexes older texts in all workspaces; called periodically. Stops early when the service is about to stop; the
     * next call continues.
     */
    fill: async (): Promise<void> => {
      for (const workspaceId of await storage.directory.workspacesToFill()) {
        const fillBatch = () => storage.write(workspaceId, ({ search }) => search.fill(TEXTS));
        while (!waits.closed() && (await fillBatch())) await pause();
      }
    },
  };
}

/** Maximum text searched for the snippets of a page, in UTF-16 units: some tens of milliseconds. */
const SNIPPETS_FROM = 500_000;

/** Adds snippets. If the texts are long, each gets an equal share of the limit. */
function hitsOf(found: readonly Found[], words: readonly Word[]): Hit[] {
  let left = SNIPPETS_FROM;
  return found.map(({ text, ...hit }, i) => {
    const looked = within(cut(text, SNIPPET_FROM), Math.floor(left / (found.length - i)));
    left -= looked.length;
    return { ...hit, snippet: snippetOf(looked, words, looked.length < text.length) };
  });
}

/** The prefix of a text within a number of UTF-16 units, without splitting a character. */
function within(text: string, units: number): string {
  if (text.length <= units) return text;
  const splitsPair = (text.charCodeAt(units) & 0xfc00) === 0xdc00;
  return text.slice(0, splitsPair ? units - 1 : units);
}
