import type { TasksCreateBody } from '@tandem/client';
import { Misused } from '../../ending.ts';

export interface CriteriaOptions {
  readonly criterion?: readonly string[];
  /** Commands by the ids of criteria. */
  readonly check?: Readonly<Record<string, string>>;
  readonly protect?: readonly string[];
  readonly checkTimeout?: number;
}

type Criteria = NonNullable<TasksCreateBody['criteria']>;

/** The criteria in the options, with their checks; undefined if there are none. */
export function criteriaIn({
  criterion,
  check = {},
  protect,
  checkTimeout,
}: CriteriaOptions): Criteria | undefined {
  const criteria = criterion?.map(criterionIn);
  const stray = Object.keys(check).find((id) => !criteria?.some((each) => each.id === id));
  if (stray !== undefined)
    throw new Misused(`--check ${stray}=… needs its criterion: --criterion ${stray}=TEXT.`);
  const of = protect ? '--protect' : checkTimeout === undefined ? null : '--check-timeout';
  if (of && Object.keys(check).length === 0) throw new Misused(`${of} needs a check: --check ID=COMMAND.`);
  return criteria?.map((each) => {
    const command = each.id === undefined ? undefined : check[each.id];
    return command === undefined
      ? each
      : { ...each, check: { command, protect, timeoutSeconds: checkTimeout } };
  });
}

function criterionIn(text: string): { id?: string; text: string } {
  const [, id, rest] = /^([\w-]{1,40})=(.+)$/s.exec(text) ?? [];
  return id === undefined || rest === undefined ? { text } : { id, text: rest };
}
