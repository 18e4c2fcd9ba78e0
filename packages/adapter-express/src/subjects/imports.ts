import { contract } from '@tandem/contract';
import { type Import, type ImportResult, type ImportUndo, RECORDS_AT_ONCE } from '@tandem/core';
import { created, list, ok } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso, isoOrNull } from '../http/iso.ts';

/** Steps of undoing in a request. */
const UNDO_STEPS = 100;

const presentUndo = ({ before: _, left, ...undo }: ImportUndo) => ({ ...undo, left: [...left] });

const presentImport = ({ numbersAfter: _, undo, ...run }: Import) => ({
  ...run,
  warnings: [...run.warnings],
  undo: undo && presentUndo(undo),
  createdAt: iso(run.createdAt),
  finishedAt: isoOrNull(run.finishedAt),
});

const presentResult = (result: ImportResult) => ({
  ...result,
  kept: [...result.kept],
  warnings: [...result.warnings],
});

export const importBindings = bind(contract.imports, {
  list: async ({ tandem, caller, query }) => list(await tandem.imports.list(caller, query), presentImport),
  create: async ({ tandem, caller, body }) =>
    created(presentImport(await tandem.imports.create(caller, body))),
  preview: async ({ tandem, caller, body }) =>
    ok({ results: (await tandem.imports.preview(caller, body)).map(presentResult) }),
  get: async ({ tandem, caller, params }) => ok(presentImport(await tandem.imports.get(caller, params.id))),
  /** Each unit of records is a part of the request. */
  add: async ({ caller, params, body, openParts }) => {
    const run = await openParts();
    const results = [];
    for (let i = 0; i < body.records.length; i += RECORDS_AT_ONCE) {
      const records = body.records.slice(i, i + RECORDS_AT_ONCE);
      const part = await run(String(i), async ({ imports }) =>
        (await imports.add(caller, params.id, { records })).map(presentResult),
      );
      results.push(...part);
    }
    return ok({ results });
  },
  /** Each few entities are a part of the request. A request ends before proxies give up. */
  undo: async ({ caller, params, openParts }) => {
    const run = await openParts();
    for (let step = 1; ; step++) {
      const after = await run(String(step), async ({ imports }) =>
        presentImport(await imports.undo(caller, params.id)),
      );
      if (after.state === 'undone' || step === UNDO_STEPS) return ok(after);
    }
  },
  finish: async ({ tandem, caller, params }) =>
    ok(presentImport(await tandem.imports.finish(caller, params.id))),
});
