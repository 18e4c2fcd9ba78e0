import { type Caller, checkAdministers, checkOwnKey } from '../../access/caller.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { manyReadySignal } from '../../ready/ready.ts';
import { type Page, type PageRequest, type Position, pageSlice } from '../../shared/page.ts';
import { invalid, notFound, refuseProblems } from '../../shared/refusal.ts';
import { LIMITS, nameProblem, type Problem } from '../../shared/text.ts';
import { recheckAdmin } from '../../steps/recheck.ts';
import { recorder } from '../../steps/record.ts';
import { parentWaker } from '../../steps/save-task.ts';
import {
  counted,
  type Import,
  type ImportResult,
  importClosed,
  importEntity,
  sourceProblem,
} from '../import.ts';
import {
  IMPORTED_TYPES,
  type ImportOptions,
  type ImportRecord,
  MAX_RECORDS,
  MAX_WARNINGS,
  MAX_WORDS,
} from '../record.ts';
import { identityOf, sound } from '../words.ts';
import { importComment } from './comments.ts';
import { importAttachment, importFile } from './files.ts';
import { labels } from './labels.ts';
import { people } from './people.ts';
import { goals, importVerification, initiatives } from './planning.ts';
import { projects } from './projects.ts';
import {
  importCriterion,
  importedVerificationRequester,
  importQuestion,
  importResult,
  waitImporter,
} from './proof.ts';
import { relationImporter } from './relations.ts';
import { release, taskImporter } from './tasks.ts';
import { undoer } from './undo.ts';
import { type ImportUnit, importRecord, type Taken, unitOpener } from './unit.ts';
import { importView } from './views.ts';

/** Records per unit of work. Other writers wait for all of them, readers for one. */
export const RECORDS_AT_ONCE = 40;

/** Tasks per unit of work at the end of an import. */
const RELEASED_AT_ONCE = 20;

export interface NewImport {
  readonly source: string;
  readonly options?: ImportOptions | undefined;
}

const checkMayImport = (caller: Caller): void => {
  checkAdministers(caller);
  checkOwnKey(caller);
};

const requireImport = async ({ imports }: Stores, id: string): Promise<Import> => {
  const run = await imports.byId(id);
  if (!run) throw notFound('import');
  return run;
};

function checkRecords(records: readonly ImportRecord[]): void {
  if (records.length < 1) throw invalid({ records: 'must have at least 1 entry' });
  if (records.length > MAX_RECORDS) throw invalid({ records: `must have at most ${MAX_RECORDS} entries` });
  const bad = records.findIndex((record) => !IMPORTED_TYPES.includes(record?.type));
  if (bad >= 0) throw invalid({ [`records.${bad}.type`]: `must be one of ${IMPORTED_TYPES.join(', ')}` });
}

const mapProblems = ({ map = {} }: ImportOptions): Record<string, Problem> =>
  Object.fromEntries(
    Object.entries(map).map(([kind, words]) => [
      `options.map.${kind}`,
      wordsProblem(Object.values(words ?? {})),
    ]),
  );

function wordsProblem(words: readonly string[]): Problem {
  if (words.length > MAX_WORDS) return `must have at most ${MAX_WORDS} entries`;
  return words.some((word) => nameProblem(word, LIMITS.name))
    ? `must have values of 1 to ${LIMITS.name} characters`
    : undefined;
}

/** Takes in records of other trackers and of exports, for admins with their own keys (docs/rules.md, Imports). */
export function importUseCases(ports: SteadyPorts) {
  const { storage, clock, newId } = ports;
  const record = recorder(ports);
  const open = unitOpener(ports);
  const tasks = taskImporter(ports);
  const relate = relationImporter(ports);
  const wait = waitImporter(ports);
  const undoSome = undoer(ports);
  const wake = parentWaker(ports);
  const requestVerifications = importedVerificationRequester(ports);

  const read = async <T>(caller: Caller, work: (stores: Stores) => Promise<T>): Promise<T> => {
    checkMayImport(caller);
    return storage.read(caller.workspaceId, work);
  };
  const write = async <T>(caller: Caller, work: (stores: Stores) => Promise<T>): Promise<T> => {
    checkMayImport(caller);
    return storage.write(caller.workspaceId, async (stores) => {
      await recheckAdmin(stores, caller);
      return work(stores);
    });
  };

  const newRun = (caller: Caller, { source, options = {} }: NewImport, numbersAfter: number): Import => {
    refuseProblems({
      source: sourceProblem(source),
      ...mapProblems(options),
      'options.project': options.project === undefined ? undefined : nameProblem(options.project),
    });
    return {
      id: newId(),
      source,
      options,
      state: 'open',
      numbersAfter,
      counts: {},
      warnings: [],
      warningCount: 0,
      createdBy: caller.id,
      createdAt: clock(),
      finishedAt: null,
      undo: null,
    };
  };

  const take = (unit: ImportUnit, given: ImportRecord): Promise<Taken> => {
    switch (given.type) {
      case 'member':
        return importRecord(unit, people, given);
      case 'label':
        return importRecord(unit, labels, given);
      case 'project':
        return importRecord(unit, projects, given);
      case 'task':
        return importRecord(unit, tasks, given);
      case 'relation':
        return relate(unit, given);
      case 'comment':
        return importComment(unit, given);
      case 'initiative':
        return importRecord(unit, initiatives, given);
      case 'goal':
        return importRecord(unit, goals, given);
      case 'verification':
        return importVerification(unit, given);
      case 'file':
        return importFile(unit, given);
      case 'attachment':
        return importAttachment(unit, given);
      case 'criterion':
        return importCriterion(unit, given);
      case 'result':
        return importResult(unit, given);
      case 'question':
        return importQuestion(unit, given);
      case 'wait':
        return wait(unit, given);
      case 'view':
        return importView(unit, given);
    }
  };

  const takeAll = async (
    stores: Stores,
    caller: Caller,
    { run, records, preview }: { run: Import; records: readonly ImportRecord[]; preview: boolean },
  ): Promise<readonly ImportResult[]> => {
    const results: ImportResult[] = [];
    const known = new Map<string, unknown>();
    for (const given of records) {
      await stores.pace.rest();
      const warnings: string[] = [];
      const warn = (message: string) => warnings.push(message);
      const record = sound(given, warn);
      const taken = await take(open(stores, caller, run, { preview, warn, known }), record);
      results.push({ type: record.type, externalId: identityOf(record), ...taken, warnings });
    }
    return results;
  };

  /** Imports records in one unit of work, in order: later ones refer to earlier ones. */
  const addSome = (caller: Caller, id: string, records: readonly ImportRecord[]) =>
    write(caller, async (stores): Promise<readonly ImportResult[]> => {
      const run = await requireImport(stores, id);
      if (run.state !== 'open') throw importClosed(run);
      const results = await takeAll(stores, caller, { run, records, preview: false });
      const warnings = results.flatMap(({ type, externalId, warnings }) =>
        warnings.map((message) => ({ type, externalId, message })),
      );
      const after = {
        ...run,
        counts: counted(run.counts, results),
        warnings: warnings.length > 0 ? [...run.warnings, ...warnings].slice(0, MAX_WARNINGS) : run.warnings,
        warningCount: run.warningCount + warnings.length,
      };
      await stores.imports.update(after, run);
      return results;
    });

  /** Repeats a step of the end of an open import until it returns null, each time in a unit of its own. */
  const inParts = async (
    caller: Caller,
    id: string,
    step: (stores: Stores, run: Import, after: Position | undefined) => Promise<Position | null>,
  ): Promise<void> => {
    for (let after: Position | null | undefined; after !== null; ) {
      const from = after;
      after = await write(caller, async (stores) => {
        const run = await requireImport(stores, id);
        return run.state === 'open' ? step(stores, run, from) : null;
      });
    }
  };

  /**
   * Ends the import; repeatable. Its tasks and those of interrupted imports of the source are held until now. Only
   * now are agents notified of ready tasks and required verifications, and parents that waited for their children are
   * woken.
   */
  const finish = async (caller: Caller, id: string): Promise<Import> => {
    const { counts, openRuns } = await read(caller, async (stores) => {
      const run = await requireImport(stores, id);
      return {
        counts: run.counts,
        openRuns: run.state === 'open' ? await stores.imports.openOf(run.source) : [],
      };
    });
    for (const each of openRuns)
      await inParts(caller, each, async (stores, run, after) => {
        const page = await stores.imports.itemsCreatedIn(run.id, { limit: RELEASED_AT_ONCE, after });
        await release(stores, page.items);
        return page.next;
      });
    await inParts(caller, id, async (stores, run, after) =>
      run.counts.task ? wake(stores, caller, after) : null,
    );
    await inParts(caller, id, (stores, run, after) => requestVerifications(stores, caller, run, after));
    const finished = await write(caller, async (stores) => {
      const run = await requireImport(stores, id);
      if (run.state === 'finished') return run;
      if (run.state !== 'open') throw importClosed(run);
      // Records that were added meanwhile may have been missed.
      if (JSON.stringify(run.counts) !== JSON.stringify(counts)) return null;
      const after: Import = { ...run, state: 'finished', finishedAt: clock() };
      await stores.imports.update(after, run);
      const reason = JSON.stringify(after.counts);
      await record(stores, caller, { entity: importEntity(after), action: 'finished', reason });
      stores.signals.raise(manyReadySignal(caller.workspaceId));
      return after;
    });
    return finished ?? finish(caller, id);
  };

  return {
    list: (caller: Caller, page: PageRequest): Promise<Page<Import>> =>
      read(caller, ({ imports }) => imports.list(pageSlice(page))),

    get: (caller: Caller, id: string): Promise<Import> => read(caller, (stores) => requireImport(stores, id)),

    create: (caller: Caller, given: NewImport): Promise<Import> =>
      write(caller, async (stores) => {
        const run = newRun(caller, given, await stores.tasks.reserveNumber(0));
        await stores.imports.insert(run);
        return run;
      }),

    /** Previews up to 500 records without importing them. They may refer to records that do not exist yet. */
    preview: async (
      caller: Caller,
      { records, ...given }: NewImport & { readonly records: readonly ImportRecord[] },
    ): Promise<readonly ImportResult[]> => {
      checkMayImport(caller);
      checkRecords(records);
      const run = newRun(caller, given, 0);
      const results: ImportResult[] = [];
      for (let i = 0; i < records.length; i += RECORDS_AT_ONCE)
        results.push(
          ...(await read(caller, (stores) =>
            takeAll(stores, caller, { run, records: records.slice(i, i + RECORDS_AT_ONCE), preview: true }),
          )),
        );
      return results;
    },

    /**
     * Imports up to 500 records, in the order given; repeatable. Small batches are stored separately, so an
     * interrupted request continues when it is sent again. 409 IMPORT_CLOSED after the end of the import.
     */
    add: async (
      caller: Caller,
      id: string,
      { records }: { records: readonly ImportRecord[] },
    ): Promise<readonly ImportResult[]> => {
      checkMayImport(caller);
      checkRecords(records);
      const results: ImportResult[] = [];
      for (let i = 0; i < records.length; i += RECORDS_AT_ONCE)
        results.push(...(await addSome(caller, id, records.slice(i, i + RECORDS_AT_ONCE))));
      return results;
    },

    finish,

    /**
     * Removes a few of the entities that the import created, newest first: those that nobody has changed since. The
     * import is `undoing` until a later call leaves it `undone`; `undo` has what was removed and what stays. Changes to
     * other entities are not undone.
     */
    undo: (caller: Caller, id: string): Promise<Import> =>
      write(caller, async (stores) => {
        const run = await requireImport(stores, id);
        return run.state === 'undone' ? run : undoSome(stores, caller, run);
      }),
  };
}
