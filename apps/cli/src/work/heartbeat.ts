import { setTimeout as sleep } from 'node:timers/promises';
import type { Pulse } from '@tandem/client';
import type { Command } from 'commander';
import { option } from '../commands/options.ts';
import { type Connection, connect } from '../connection.ts';
import { CannotDo } from '../ending.ts';
import { optionalText } from '../input/text.ts';
import { integer, number, pairs } from '../input/values.ts';
import { note, print } from '../output/print.ts';
import { printJson } from '../output/show.ts';
import { type HeldOptions, withHeld } from './options.ts';
import { isLost, PATIENT, underClaim } from './patience.ts';
import { type Held, heldTask } from './token.ts';

interface Options extends HeldOptions {
  readonly note?: string;
  readonly percent?: number;
  readonly checkpoint?: string;
  readonly usage?: Readonly<Record<string, number>>;
  readonly follow?: true;
}

export function addHeartbeatCommand(group: Command): void {
  withHeld(group.command('heartbeat'))
    .description('extend the lease, report progress, and print whether to continue')
    .option('--note <text>', 'current activity')
    .addOption(option('--percent <n>', 'progress in percent', integer(0, 100)))
    .option('--checkpoint <text>', 'notes for the next run; - reads standard input, @file reads a file')
    .addOption(
      option(
        '--usage <name=number>',
        'total cost of the run so far; repeatable',
        pairs('NAME=NUMBER', number),
      ),
    )
    .option('--follow', 'repeat until the task is submitted, asked about, released or lost')
    .action(beat);
}

/** Maximum interval between heartbeats, so that a stopped agent notices soon. */
const MAX_BEAT_MS = 20_000;
const MIN_BEAT_MS = 1_000;
/** Interval of checks whether another command has ended the claim. */
const LOOK_MS = 500;

async function beat(named: string | undefined, options: Options): Promise<void> {
  const connection = connect();
  const held = heldTask(connection.claims, named, options.token);
  const { note: text, percent, checkpoint, usage } = options;
  const hasProgress = text !== undefined || percent !== undefined;
  const pulse = await send(connection, held, {
    progress: hasProgress ? { note: text, percent } : undefined,
    checkpoint: await optionalText(checkpoint),
    usage,
  });
  printPulse(pulse, options.json);
  if (options.follow) await follow(connection, held, pulse, options.json);
}

async function send(
  { tandem, claims }: Connection,
  { task, token }: Held,
  report: Omit<Parameters<typeof tandem.claims.heartbeat>[1], 'token'>,
): Promise<Pulse> {
  const pulse = await underClaim(claims, task, async () =>
    tandem.claims.heartbeat(task, { token, ...report }, PATIENT),
  );
  const saved = claims.find(task);
  // Another command may have submitted the result meanwhile.
  if (saved?.token === token) claims.keep({ ...saved, expiresAt: pulse.expiresAt });
  return pulse;
}

function printPulse(pulse: Pulse, json: true | undefined): void {
  if (json) {
    printJson(pulse);
    return;
  }
  print(pulse.directive);
  const { directive, reason, newComments, expiresAt } = pulse;
  if (directive === 'stop') {
    note(`The agent must stop (${reason}). Finish up, then run tandem work release.`);
    return;
  }
  const comments =
    newComments === 0 ? '' : ` ${newComments} new ${newComments === 1 ? 'comment' : 'comments'}.`;
  note(`It is yours until ${expiresAt}.${comments}`);
}

/** Prints changes, and ends when the claim ends. */
async function follow(
  connection: Connection,
  held: Held,
  first: Pulse,
  json: true | undefined,
): Promise<void> {
  const leaseMs = held.saved?.leaseMs || Date.parse(first.expiresAt) - Date.now();
  const pauseMs = Math.max(MIN_BEAT_MS, Math.min(MAX_BEAT_MS, leaseMs / 3));
  let last = first;
  for (;;) {
    for (const until = performance.now() + pauseMs; performance.now() < until; ) {
      await sleep(Math.min(LOOK_MS, pauseMs));
      if (held.saved && connection.claims.find(held.task)?.token !== held.token) return;
    }
    try {
      const pulse = await send(connection, held, {});
      if (pulse.directive !== last.directive || pulse.newComments !== last.newComments)
        printPulse(pulse, json);
      last = pulse;
    } catch (error) {
      if (!isLost(error)) throw error;
      // The result was submitted during the request.
      if (held.saved && error.details.reason !== 'expired' && isOver(error.details.reason)) return;
      throw new CannotDo(`Task ${held.task} is lost (${error.details.reason ?? 'gone'}). Drop the work.`);
    }
  }
}

/** Whether the run ended its claim itself. */
const isOver = (reason: unknown): boolean =>
  reason === 'finished' || reason === 'released' || reason === 'asked';
