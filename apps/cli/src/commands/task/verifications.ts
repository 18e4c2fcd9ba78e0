import type { Tandem, TaskVerification } from '@tandem/client';
import { moment } from '../../output/moment.ts';
import { printText } from '../../output/show.ts';

/** Lines shown of the end of an output. */
const MAX_LINES = 10;
const MAX_SHOWN = 20;

/** Prints the verifications of a task that are not void, with the end of the output of those that did not pass. */
export async function printVerifications(tandem: Tandem, task: string): Promise<void> {
  const { data } = await tandem.verifications.ofTask(task, { limit: 100 });
  const current = data.filter(({ state }) => state !== 'void').slice(0, MAX_SHOWN);
  printText('Verifications', current.map(textOf).join('\n'));
}

function textOf(verification: TaskVerification): string {
  const { criterion, artifact, state, flaky, report, progress } = verification;
  const head = [
    `[${state}${flaky ? ', flaky' : ''}] ${criterion.id}: ${criterion.text}`,
    `commit ${artifact.commit.slice(0, 12)}`,
    byWhom(verification),
    report && report.exitCode !== null && `exit code ${report.exitCode}`,
    verification.id,
  ];
  const output = state === 'passed' ? '' : (progress?.output ?? report?.output ?? '');
  const more = [...(report?.files.map((file) => `changed: ${file}`) ?? []), ...endOf(output)];
  return [head.filter(Boolean).join('; '), ...more.map((line) => `  ${line}`)].join('\n');
}

function byWhom({ verifier, report, claimedAt }: TaskVerification): string | null {
  const at = report?.reportedAt ?? claimedAt;
  return verifier && at ? `by ${verifier.name}, ${moment(at)}` : null;
}

const endOf = (output: string): string[] => output.trimEnd().split('\n').slice(-MAX_LINES).filter(Boolean);
