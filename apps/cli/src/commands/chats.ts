import { CHAT_STATUSES, type Chat, type Message, type Tandem, type Turn } from '@tandem/client';
import { Argument, type Command, Option } from 'commander';
import { connect } from '../connection.ts';
import { CannotDo, Misused } from '../ending.ts';
import { plainText } from '../input/text.ts';
import { type ListOptions, pageFor, printList } from '../output/list.ts';
import { moment } from '../output/moment.ts';
import { note, printableLines } from '../output/print.ts';
import { showProgress } from '../output/progress.ts';
import { printJson, printText, write } from '../output/show.ts';
import type { Column } from '../output/table.ts';
import { agentIdOf } from './agents.ts';
import { groupOf, type JsonOption, withJson, withList } from './options.ts';

const CHATS: readonly Column<Chat>[] = [
  { head: 'ID', text: ({ id }) => id, style: () => 'cyan' },
  { head: 'AGENT', text: ({ agent }) => agent.name },
  { head: 'LAST', text: ({ lastMessageAt }) => moment(lastMessageAt) },
  { head: 'MESSAGES', text: ({ messageCount }) => messageCount },
  { head: 'TITLE', text: ({ title }) => title, isLong: true },
];

const MESSAGES: readonly Column<Message>[] = [
  { head: 'AT', text: ({ createdAt }) => moment(createdAt) },
  { head: 'BY', text: ({ author }) => author.name },
  { head: 'TEXT', text: ({ body }) => body, isLong: true },
];

interface SendOptions extends JsonOption {
  readonly agent?: string;
  readonly chat?: string;
  readonly wait: boolean;
}

export function addChatCommands(program: Command): void {
  const group = groupOf(program, 'chat', 'chat with agents');
  withJson(group.command('send').description('send a message and print the reply'))
    .argument('<text>', 'the message; - reads standard input')
    .option('--agent <name>', 'start a new chat with this agent')
    .addOption(new Option('--chat <id>', 'send to an existing chat').conflicts('agent'))
    .option('--no-wait', 'do not wait for the reply')
    .action(say);
  withList(group.command('read').description('print the latest messages of a chat'))
    .addArgument(new Argument('<chat>', 'id of the chat'))
    .action(readChat);
  withList(group.command('list').description('list your chats, newest first'))
    .addOption(new Option('--status <status>', 'active by default').choices([...CHAT_STATUSES, 'all']))
    .action(async (options: ListOptions & { status?: 'active' | 'archived' | 'all' }) => {
      const list = connect().tandem.chats.list({ status: options.status, limit: pageFor(options.limit) });
      await printList(list, CHATS, options, 'No chats.');
    });
}

async function say(text: string, { agent, chat, wait, json }: SendOptions): Promise<void> {
  const { tandem } = connect();
  const body = await plainText(text);
  if (agent === undefined && chat === undefined) {
    throw new Misused('Specify the agent with --agent, or the chat with --chat.');
  }
  const sent =
    chat === undefined
      ? await tandem.chats.start({ agentId: await agentIdOf(tandem, agent as string), body })
      : await tandem.chats.send(chat, { body });
  const turn = wait ? await answered(tandem, sent.turn) : sent.turn;
  if (json) return printJson(wait ? turn : sent);
  note(`Chat ${sent.thread.id}.`);
  if (!wait) return;
  if (turn.reply) {
    write(printableLines(turn.reply.body));
    return;
  }
  throw new CannotDo(
    `There is no reply: the turn ${turn.status === 'failed' ? `failed (${turn.errorCode})` : `ended as ${turn.status}`}.`,
    ...(turn.errorMessage ? [turn.errorMessage] : []),
  );
}

/** Waits until the turn has ended, without a time limit. */
async function answered(tandem: Tandem, { id, threadId }: Turn): Promise<Turn> {
  const progress = showProgress();
  progress.at('Waiting for the reply …');
  try {
    return await tandem.chats.turn(threadId, id, { wait: Infinity });
  } finally {
    progress.end();
  }
}

async function readChat(id: string, options: ListOptions): Promise<void> {
  const { chats } = connect().tandem;
  if (options.json) {
    return printList(
      chats.messages(id, { order: 'asc', limit: pageFor(options.limit) }),
      MESSAGES,
      options,
      '',
    );
  }
  const last: Message[] = [];
  let isMore = false;
  for await (const message of chats.messages(id, { limit: pageFor(options.limit) })) {
    isMore = last.length === options.limit;
    if (isMore) break;
    last.unshift(message);
  }
  if (isMore) note(`There are older messages: --limit ${options.limit * 2} shows more.`);
  for (const { author, createdAt, body, attachments } of last) {
    const files = attachments.map(({ fileName }) => `[${fileName}]`);
    printText(`${author.displayName}, ${moment(createdAt)}`, [body, ...files].join('\n'));
  }
}
