import { by, get, patch, post, remove } from '../request.ts';
import { addChat, type ChatTraits, type MadeChat } from '../seed/chats.ts';
import { addFile } from '../seed/tasks.ts';
import { LONG_DESCRIPTION, LONG_MESSAGE } from '../seed/texts.ts';
import { casesOf, deep, type Scene, type StallCase } from './case.ts';

/** A new chat between the talker and an idle agent. */
const newChat = ({ make, dataset }: Scene, traits: Omit<ChatTraits, 'person' | 'agent'>): MadeChat =>
  make((bulk) => addChat(bulk, { person: dataset.talker.id, agent: dataset.idle, ...traits }));

const half = ({ dataset }: Scene): number => Math.round(dataset.sizes.many / 2);

const READING: readonly StallCase[] = [
  ...casesOf('chats.list', {
    'very many': ({ dataset }) => by(dataset.chatty, get('chats', { limit: '100', status: 'all' })),
    'a status that none of very many has': ({ dataset }) =>
      by(dataset.chatty, get('chats', { limit: '100', status: 'archived' })),
    'very many, deep': (scene) =>
      deep(scene, by(scene.dataset.chatty, get('chats', { status: 'all' })), half(scene)),
  }),
  ...casesOf('chats.get', {
    'very many messages': ({ dataset }) => by(dataset.talker, get(`chats/${dataset.chats.many}`)),
  }),
  ...casesOf('chats.messages', {
    'replies of 400 kB': ({ dataset }) =>
      by(dataset.talker, get(`chats/${dataset.chats.long}/messages`, { limit: '100' })),
    'very many, oldest first': ({ dataset }) =>
      by(dataset.talker, get(`chats/${dataset.chats.many}/messages`, { limit: '100', order: 'asc' })),
    'very many, deep': (scene) =>
      deep(scene, by(scene.dataset.talker, get(`chats/${scene.dataset.chats.many}/messages`)), half(scene)),
  }),
  ...casesOf('chats.turn', {
    'a reply of 400 kB': (scene) => {
      const { id, turn } = newChat(scene, { asked: 1, reply: LONG_DESCRIPTION });
      return by(scene.dataset.talker, get(`chats/${id}/turns/${turn}`, { wait: '25' }));
    },
    'held for a second': (scene) => {
      const { id, turn } = newChat(scene, { asked: 1, last: 'queued' });
      return by(scene.dataset.talker, get(`chats/${id}/turns/${turn}`, { wait: '1' }));
    },
  }),
];

const WRITING: readonly StallCase[] = [
  ...casesOf('chats.start', {
    'a keyed message of 80 kB': ({ dataset }) =>
      by(
        dataset.chatty,
        post('chats', {
          agentId: dataset.queued.id,
          body: LONG_MESSAGE,
          clientMessageId: `key-${performance.now()}`,
          fileIds: [dataset.file],
        }),
      ),
  }),
  ...casesOf(
    'chats.start',
    {
      'a file that is in very many chats of another': ({ dataset }) =>
        by(dataset.talker, post('chats', { agentId: dataset.idle, body: 'This?', fileIds: [dataset.file] })),
    },
    400,
  ),
  ...casesOf('chats.send', {
    'a keyed message of 80 kB after very many': (scene) => {
      const { id } = newChat(scene, { asked: half(scene) });
      return by(
        scene.dataset.talker,
        post(`chats/${id}/messages`, { body: LONG_MESSAGE, clientMessageId: `key-${performance.now()}` }),
      );
    },
  }),
  ...casesOf(
    'chats.send',
    {
      'files that are in very many chats of another': (scene) =>
        by(
          scene.dataset.talker,
          post(`chats/${scene.dataset.chats.many}/messages`, { body: '', fileIds: [scene.dataset.file] }),
        ),
    },
    400,
  ),
  ...casesOf('chats.rename', {
    'very many messages': ({ dataset }) =>
      by(dataset.talker, patch(`chats/${dataset.chats.many}`, { title: `Chat ${performance.now()}` })),
  }),
  ...casesOf('chats.archive', {
    'very many messages and an open turn': (scene) => {
      const { id } = newChat(scene, { asked: half(scene), last: 'queued' });
      return by(scene.dataset.talker, post(`chats/${id}/archive`));
    },
  }),
  ...casesOf('chats.unarchive', {
    'very many messages': (scene) => {
      const { id } = newChat(scene, { asked: half(scene), archived: true });
      return by(scene.dataset.talker, post(`chats/${id}/unarchive`));
    },
  }),
  ...casesOf('chats.delete', {
    'five hundred keyed messages': (scene) => {
      const { id } = newChat(scene, { asked: 500 });
      return by(scene.dataset.talker, remove(`chats/${id}`));
    },
    'very many keyed messages with a file': (scene) => {
      const file = scene.make((bulk) => addFile(bulk, scene.dataset.talker.id));
      const { id } = newChat(scene, { asked: half(scene), last: 'queued', file });
      return by(scene.dataset.talker, remove(`chats/${id}`));
    },
  }),
];

/** A turn that the host has claimed, for as long as a case takes. */
function claimed(scene: Scene, traits: Omit<ChatTraits, 'person' | 'agent' | 'last'>) {
  const token = `token-${performance.now()}`;
  const { turn } = newChat(scene, { ...traits, last: { token, expiresAt: Date.now() + 600_000 } });
  const act = (action: string, body: object = {}) =>
    by(scene.dataset.host, post(`agents/${scene.dataset.idle}/turns/${turn}/${action}`, { token, ...body }));
  return act;
}

/** An agent's claim of a turn in a chat that was made for it. */
const claim = (scene: Scene, traits: Omit<ChatTraits, 'person' | 'agent'>) => {
  newChat(scene, traits);
  return by(scene.dataset.host, post(`agents/${scene.dataset.idle}/turns/claim`, {}));
};

const ANSWERING: readonly StallCase[] = [
  ...casesOf('turns.claim', {
    'replies of 400 kB before it': (scene) =>
      claim(scene, { asked: 26, body: LONG_MESSAGE, reply: LONG_DESCRIPTION, last: 'queued' }),
    'after very many messages': (scene) => claim(scene, { asked: half(scene), last: 'queued' }),
    'first of very many in the queue': ({ dataset }) =>
      by(dataset.queued, post(`agents/${dataset.queued.id}/turns/claim`, {})),
  }),
  ...casesOf('turns.heartbeat', {
    'among very many turns': (scene) => claimed(scene, { asked: half(scene) })('heartbeat'),
  }),
  ...casesOf('turns.reply', {
    '400 kB after very many messages': (scene) =>
      claimed(scene, { asked: half(scene) })('reply', {
        body: LONG_DESCRIPTION,
        suggestions: Array.from({ length: 10 }, () => ({ kind: 'reply', text: 'x'.repeat(20_000) })),
      }),
  }),
  ...casesOf('turns.fail', {
    'a message of 400 kB': (scene) =>
      claimed(scene, { asked: half(scene) })('fail', { errorCode: 'broken', message: LONG_DESCRIPTION }),
  }),
  ...casesOf('turns.release', {
    'among very many turns': (scene) => claimed(scene, { asked: half(scene) })('release'),
  }),
];

export const CHATS: readonly StallCase[] = [...READING, ...WRITING, ...ANSWERING];
