/*
 * The demo's agent for turns and tasks: the command of a worker, which receives the conversation or the briefing on
 * standard input and prints the answer or the result. It uses no model; its texts come from the workspace and from
 * tables. An integrator's agent can be as small (docs/agents.md, The worker).
 */
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { type Briefing, type ClaimedTurn, createClient } from '@tandem/client';
import { answerMessage } from './answer.ts';
import { doTask } from './do-task.ts';

const [url = '', keyFile = ''] = process.argv.slice(2);
const tandem = createClient({ url, key: readFileSync(keyFile, 'utf8') });
const given = JSON.parse(await text(process.stdin));

const output =
  process.env.TANDEM_KIND === 'turn'
    ? await answerMessage(tandem, given as ClaimedTurn)
    : await doTask(tandem, given as Briefing, process.env.TANDEM_CLAIM ?? '');
process.stdout.write(`${output}\n`);
