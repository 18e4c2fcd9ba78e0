/*
 * The demo's agent for turns and tasks: the command of a worker, which receives the conversation or the briefing on
 * standard input and prints the answer or the result. It uses no model; its texts come from the workspace and from
 * tables. An integrator's agent can be as small (docs/agents.md, The worker).
 */
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { type Briefing, type ClaimedTurn, createClient } from '@tandem/client';
import { labour } from './labour.ts';
import { talk } from './talk.ts';

const [url = '', keyFile = ''] = process.argv.slice(2);
const tandem = createClient({ url, key: readFileSync(keyFile, 'utf8') });
const given = JSON.parse(await text(process.stdin));

const said =
  process.env.TANDEM_KIND === 'turn'
    ? await talk(tandem, given as ClaimedTurn)
    : await labour(tandem, given as Briefing, process.env.TANDEM_CLAIM ?? '');
process.stdout.write(`${said}\n`);
