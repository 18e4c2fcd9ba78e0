import { type Import, type ImportOptions, type Options, type Tandem, TandemError } from '@tandem/client';
import type { ImportRecord } from './records.ts';
import type { Receiver, SentRecord } from './send.ts';

/** How long a request is retried while the server is away. */
const RETRY_MS = 60_000;
/** A server that is busy may take long for 500 records. */
const TIMEOUT_MS = 120_000;

export interface ServerImport extends Receiver {
  finish(): Promise<Import>;
}

interface ImportOf {
  readonly source: string;
  readonly options: ImportOptions;
  readonly onRetry?: Options['onRetry'];
  /** Ends the sending; the next import continues it. */
  readonly signal?: AbortSignal | undefined;
}

/** The import on a server that takes the records of a source: the one that was interrupted, or else a new one. */
export async function serverImport(
  tandem: Tandem,
  { source, options, onRetry, signal }: ImportOf,
): Promise<ServerImport> {
  const patience: Options = { retryMs: RETRY_MS, tries: Infinity, timeoutMs: TIMEOUT_MS, onRetry, signal };
  const create = async () => (await tandem.imports.create({ source, options }, patience)).id;
  let id = (await interruptedImport(tandem, { source, options }, patience)) ?? (await create());

  const add = async (records: readonly ImportRecord[]): Promise<readonly SentRecord[]> => {
    try {
      return (await tandem.imports.add(id, { records: records as never }, patience)).results;
    } catch (error) {
      // The same import was continued twice, and the other one has finished it.
      if (!isRefusal(error, 'IMPORT_CLOSED')) throw error;
      id = await create();
      return (await tandem.imports.add(id, { records: records as never }, patience)).results;
    }
  };
  return {
    send: (records) => addValid(add, records),
    finish: () => tandem.imports.finish(id, patience),
  };
}

/** Reports what an import would do, without changing anything. */
export const previewed = (tandem: Tandem, source: string, project: string | undefined): Receiver => ({
  send: (records) =>
    addValid(
      async (valid) =>
        (
          await tandem.imports.preview(
            { source, options: project === undefined ? {} : { project }, records: valid as never },
            { timeoutMs: TIMEOUT_MS },
          )
        ).results,
      records,
    ),
});

/** The title of the project in the last import of a source. */
export async function lastProject(tandem: Tandem, source: string): Promise<string | undefined> {
  const { data } = await tandem.imports.list({ limit: 20 });
  return data.find((each) => each.source === source && each.state !== 'undone')?.options.project;
}

async function interruptedImport(
  tandem: Tandem,
  { source, options }: ImportOf,
  patience: Options,
): Promise<string | undefined> {
  const { data } = await tandem.imports.list({ limit: 20 }, patience);
  const isSame = (each: Import) =>
    each.state === 'open' && each.source === source && each.options.project === options.project;
  return data.find(isSame)?.id;
}

const isRefusal = (error: unknown, code: string): error is TandemError =>
  error instanceof TandemError && error.code === code;

/** Adds records; those that the server refuses as invalid or too large are skipped with its reason. */
async function addValid(
  add: (records: readonly ImportRecord[]) => Promise<readonly SentRecord[]>,
  records: readonly ImportRecord[],
): Promise<readonly SentRecord[]> {
  try {
    return await add(records);
  } catch (error) {
    const problems = problemsOf(error, records.length);
    if (problems.size === 0) throw error;
    const valid = records.filter((_, at) => !problems.has(at));
    const results = valid.length === 0 ? [] : [...(await addValid(add, valid))];
    return records.map((record, at) => {
      const problem = problems.get(at);
      return problem === undefined ? (results.shift() as SentRecord) : refused(record, problem);
    });
  }
}

/** Problems of single records, by index. */
function problemsOf(error: unknown, count: number): Map<number, string> {
  const problems = new Map<number, string>();
  if (isRefusal(error, 'PAYLOAD_TOO_LARGE') && count === 1) problems.set(0, error.message);
  if (!isRefusal(error, 'VALIDATION_ERROR')) return problems;
  for (const [path, [problem = 'is invalid']] of Object.entries(error.fields ?? {})) {
    const [, at, field] = /^records\.(\d+)(?:\.(.+))?$/.exec(path) ?? [];
    if (at !== undefined && Number(at) < count)
      problems.set(Number(at), `${field ?? 'the record'} ${problem}`);
  }
  return problems;
}

const refused = ({ type, externalId, id }: ImportRecord, problem: string): SentRecord => ({
  type,
  externalId: typeof externalId === 'string' ? externalId : typeof id === 'string' ? id : null,
  outcome: 'skipped',
  taskNumber: null,
  kept: [],
  warnings: [problem],
});
