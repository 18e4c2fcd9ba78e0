import type { Stores } from '../ports.ts';
import { type Day, dayOf } from './days.ts';
import { noteLimit } from './limits.ts';
import { countedAs } from './names.ts';
import type { Counted, UsageOf } from './store.ts';
import { numberOf, plus, totalOf, type Usage } from './usage.ts';

/** Parts of a claim that can be taken back; a claim has one for each day, and for each project that its task was in. */
const MOST_PARTS = 32;

export interface UsageReport {
  /** null: whoever did it is no agent. */
  readonly agentId: string | null;
  /** null: on no task, as a reply in a chat. */
  readonly task: { readonly taskNumber: number; readonly project: { readonly id: string } | null } | null;
  /** When it is reported, by the clock: it counts on that day. */
  readonly at: number;
  readonly usage: Usage;
  /**
   * The claim that it is reported under, if any: then the numbers are those since the claim began, and the last ones
   * count. Otherwise they are added.
   */
  readonly claimId: string | null;
}

/**
 * Counts what work has cost, by agent, task, project and day, in the unit of work in which it is reported. Whether the
 * numbers may be reported is for the caller to ask before (`usageProblems`). Names beyond the limits count as `other`
 * (docs/rules.md, Usage).
 */
export async function countUsage(
  stores: Pick<Stores, 'usage' | 'members' | 'inbox'>,
  { agentId, task, at, usage, claimId }: UsageReport,
): Promise<void> {
  const day = dayOf(at);
  const of: UsageOf = {
    agentId,
    projectId: task?.project?.id ?? null,
    taskNumber: task?.taskNumber ?? null,
  };
  const before = claimId === null ? [] : await stores.usage.ofClaim(claimId);
  // A claim keeps its own names, so that what it goes on reporting is compared with what it reported before.
  const reported = claimId === null ? usage : countedAs(usage, totalOf(before.map((part) => part.usage)));
  const { counted, changes } = afterReport(before, { day, projectId: of.projectId, usage: reported });
  if (changes.length === 0) return;
  const agent = agentId === null ? null : await stores.members.byId(agentId);
  const limits = agent?.type === 'agent' ? agent.limits : null;
  const known = await stores.usage.inMonthOf(day);
  for (const change of changes) {
    const added = countedAs(change.usage, known, Object.keys(limits?.usage ?? {}));
    await stores.usage.add(change.day, { ...of, projectId: change.projectId }, added);
  }
  if (claimId !== null) await stores.usage.keepOfClaim(claimId, counted);
  if (agent?.type === 'agent' && agent.limits) await noteLimit(stores, agent, at);
}

interface Change {
  readonly day: Day;
  readonly projectId: string | null;
  readonly usage: Usage;
}

/**
 * What a claim is counted for after its last numbers, and what that changes. What a number has grown by counts now;
 * what it has shrunk by is taken back from where it was counted last.
 */
function afterReport(
  before: readonly Counted[],
  report: Change,
): { readonly counted: readonly Counted[]; readonly changes: readonly Change[] } {
  const last = before.at(-1);
  const goesOn = last?.day === report.day && last.projectId === report.projectId;
  const parts = goesOn ? [...before] : [...before, { ...report, usage: {} }];
  const differences: Usage[] = parts.map(() => ({}));
  const change = (part: number, name: string, by: number) => {
    differences[part] = plus(differences[part] as Usage, { [name]: by });
  };
  const total = totalOf(before.map(({ usage }) => usage));
  for (const [name, value] of Object.entries(report.usage)) {
    let left = numberOf(plus({ [name]: value }, { [name]: -numberOf(total, name) }), name);
    if (left > 0 || !Object.hasOwn(total, name)) change(parts.length - 1, name, left);
    for (let part = parts.length - 1; left < 0 && part >= 0 && parts[part]?.day !== null; part--) {
      const taken = Math.min(numberOf((parts[part] as Counted).usage, name), -left);
      if (taken > 0) change(part, name, -taken);
      left = numberOf(plus({ [name]: left }, { [name]: taken }), name);
    }
  }
  const counted = parts.map((part, i) => ({ ...part, usage: plus(part.usage, differences[i] as Usage) }));
  const changes = parts.flatMap(({ day, projectId }, i) => {
    const usage = differences[i] as Usage;
    return day === null || Object.keys(usage).length === 0 ? [] : [{ day, projectId, usage }];
  });
  return { counted: settled(counted), changes };
}

/** Only so many parts of a claim can be taken back; what is older is put together. */
function settled(parts: readonly Counted[]): readonly Counted[] {
  if (parts.length <= MOST_PARTS) return parts;
  const [oldest, second, ...others] = parts as readonly [Counted, Counted, ...Counted[]];
  return [{ day: null, projectId: null, usage: plus(oldest.usage, second.usage) }, ...others];
}
