import type { BulkOperation, BulkResult } from '@tandem/client';
import type { Connection } from '../../connection.ts';
import { CannotDo } from '../../ending.ts';
import { note } from '../../output/print.ts';
import { printJson } from '../../output/show.ts';
import { tokenFor } from '../../work/token.ts';

type Changed = NonNullable<BulkResult['task']>;

interface Several {
  readonly named: readonly string[];
  readonly operation: (task: string, token: string | undefined) => BulkOperation;
  readonly describe: (task: Changed) => string;
  readonly json: true | undefined;
}

/** Changes several tasks in one request. Fails after it if some were refused, with the reason of each. */
export async function changeSeveral(
  { tandem, claims }: Connection,
  { named, operation, describe, json }: Several,
): Promise<void> {
  const operations = named.map((task) => operation(task, tokenFor(claims, task)));
  const { results } = await tandem.tasks.bulk({ operations });
  for (const { task } of results) {
    if (!task) continue;
    if (json) printJson(task);
    else note(describe(task));
    if (!task.claim) claims.forget(task.taskNumber);
  }
  const refused = results.flatMap(({ index, error }) =>
    error ? [`Task ${named[index]} is unchanged. ${error.message}`] : [],
  );
  if (refused.length > 0) throw new CannotDo(...refused);
}
