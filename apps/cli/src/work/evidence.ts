import { spawnSync } from 'node:child_process';
import type { Outcome, ResultsPostBody, Tandem } from '@tandem/client';
import { CannotDo, Misused } from '../ending.ts';
import { textOf } from '../input/text.ts';
import { pair } from '../input/values.ts';
import { note } from '../output/print.ts';
import { upload } from './upload.ts';

/** Evidence options, each for a criterion. */
export interface EvidenceOptions {
  readonly evidence?: readonly string[];
  readonly command?: readonly string[];
  readonly file?: readonly string[];
  readonly link?: readonly string[];
}

type Evidence = NonNullable<ResultsPostBody['evidence']>[number];

/** Maximum characters of a command's output that are sent: the end, where the outcome is. */
const MAX_OUTPUT = 10_000;

/**
 * The evidence in the options. For a succeeded result, a command that fails is no proof, and nothing is submitted.
 * Evidence for an unknown criterion is rejected before anything is run or uploaded.
 */
export async function evidenceOf(
  tandem: Tandem,
  { evidence = [], command = [], file = [], link = [] }: EvidenceOptions,
  criteria: readonly string[] | undefined,
  outcome: Outcome,
): Promise<Evidence[] | undefined> {
  const split = (given: readonly string[], what: string) =>
    given.map((each) => {
      const [criterionId, rest] = pairIn(each, what);
      if (criteria && !criteria.includes(criterionId)) {
        const known = criteria.length === 0 ? 'it has none' : `it has ${criteria.join(', ')}`;
        throw new Misused(`The task has no criterion ${criterionId}: ${known}.`);
      }
      return { criterionId, rest };
    });
  const [texts, commands, files, links] = [
    split(evidence, 'CRITERION=TEXT'),
    split(command, 'CRITERION=COMMAND'),
    split(file, 'CRITERION=PATH'),
    split(link, 'CRITERION=URL'),
  ];
  const all: Evidence[] = [];
  for (const { criterionId, rest } of texts) all.push({ criterionId, text: await textOf(rest) });
  for (const { criterionId, rest } of links) all.push({ criterionId, url: rest });
  for (const { criterionId, rest } of commands) all.push({ criterionId, ...proofBy(rest, outcome) });
  for (const { criterionId, rest } of files) {
    all.push({ criterionId, fileId: (await upload(tandem, rest)).id });
  }
  return all.length === 0 ? undefined : all;
}

function pairIn(given: string, what: string): readonly [string, string] {
  try {
    return pair(given, what);
  } catch {
    throw new Misused(`Evidence must be ${what}, with the id of a criterion, but is ${given}.`);
  }
}

/** Runs a command in the shell; returns its output and exit code as evidence. */
function proofBy(command: string, outcome: Outcome): Evidence {
  note(`Running ${command} …`);
  const { TANDEM_KEY, TANDEM_KEY_FILE, TANDEM_CLAIM, ...env } = process.env;
  const { status, stdout, stderr, error } = spawnSync(command, {
    shell: true,
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw new CannotDo(`${command} could not be run (${(error as NodeJS.ErrnoException).code}).`);
  const printed = (stdout + stderr).trimEnd();
  if (status !== 0 && outcome === 'succeeded') {
    throw new CannotDo(
      `${command} ended with ${status ?? 'a signal'}, which proves nothing, so nothing was submitted. Its last line: ${printed.split('\n').at(-1)}`,
      'Fix it, or use --outcome partial or failed.',
    );
  }
  const output = printed.slice(-MAX_OUTPUT).replace(NO_TEXT, '');
  return { command, ...(output !== '' && { output }), ...(status !== null && { exitCode: status }) };
}

/** Characters that the service rejects: NUL, and unpaired surrogates. */
const NO_TEXT = /\0|\p{Surrogate}/gu;
