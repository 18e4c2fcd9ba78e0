import fc from 'fast-check';
import type { File } from '../../src/index.ts';
import { at, optional, who, word } from './values.ts';
import { type Command, command, note, pick, type Who } from './world.ts';

/** Commands on files, chats and turns. */
export const chats: fc.Arbitrary<Command>[] = [
  word.map((name) =>
    command('upload a file', async (world) => {
      const content = (async function* () {
        yield new TextEncoder().encode(name);
      })();
      const upload = world.tandem.files.upload(world.callers.ada, {
        fileName: name,
        mimeType: 'text/plain',
        content,
      });
      return note<File>(world, 'file', upload, ({ id }) => id);
    }),
  ),
  fc.tuple(who, at, at).map(([by, task, file]) =>
    command('attach a file', (world) =>
      note(
        world,
        'attachment',
        world.tandem.attachments.attach(world.callers[by], pick(world, 'task', task), {
          fileId: pick(world, 'file', file),
        }),
        ({ id }) => id,
      ),
    ),
  ),
  fc
    .tuple(at, at)
    .map(([task, attachment]) =>
      command('detach a file', (world) =>
        world.tandem.attachments.detach(
          world.callers.ada,
          pick(world, 'task', task),
          pick(world, 'attachment', attachment),
        ),
      ),
    ),
  fc
    .tuple(fc.constantFrom<Who>('ada', 'bob'), word, optional(fc.nat(3)), optional(at))
    .map(([by, body, key, file]) =>
      command('start a chat', (world) =>
        note(
          world,
          'chat',
          world.tandem.chats.start(world.callers[by], {
            agentId: world.callers.bot.id,
            body,
            clientMessageId: key === undefined ? undefined : `key${key}`,
            fileIds: file === undefined ? undefined : [pick(world, 'file', file)],
          }),
          ({ chat }) => chat.id,
        ),
      ),
    ),
  fc.tuple(fc.constantFrom<Who>('ada', 'bob'), at, word, optional(fc.nat(3))).map(([by, chat, body, key]) =>
    command('send a message', (world) =>
      world.tandem.chats.send(world.callers[by], pick(world, 'chat', chat), {
        body,
        clientMessageId: key === undefined ? undefined : `key${key}`,
      }),
    ),
  ),
  fc
    .tuple(at, fc.constantFrom('archive', 'unarchive', 'delete'))
    .map(([chat, act]) =>
      command(`${act} a chat`, (world) =>
        world.tandem.chats[act as 'archive' | 'unarchive' | 'delete'](
          world.callers.ada,
          pick(world, 'chat', chat),
        ),
      ),
    ),
  fc.constant(
    command('claim a turn', async (world) => {
      const claim = await world.tandem.turns.claim(world.callers.bot, world.callers.bot.id, {});
      if (claim) {
        world.made.turn.push(claim.turn.id);
        world.made.token.push(claim.lease.token);
      }
      return claim;
    }),
  ),
  fc
    .tuple(at, fc.constantFrom('reply', 'reply', 'fail', 'release', 'heartbeat'), word)
    .map(([turn, act, text]) =>
      command(`${act} a turn`, (world) => {
        const { turns } = world.tandem;
        const target = [world.callers.bot, world.callers.bot.id, pick(world, 'turn', turn)] as const;
        const token = pick(world, 'token', turn);
        if (act === 'reply') {
          const suggestions = [{ kind: 'reply', text: 'go on' }];
          return turns.reply(...target, {
            token,
            body: text,
            suggestions,
            usage: { replies: 1, tokens: 0.5 },
          });
        }
        if (act === 'fail') return turns.fail(...target, { token, errorCode: 'broken', message: text });
        return act === 'release'
          ? turns.release(...target, { token })
          : turns.heartbeat(...target, { token });
      }),
    ),
];
