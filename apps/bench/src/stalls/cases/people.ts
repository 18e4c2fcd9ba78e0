import { MOST } from '../dataset.ts';
import { by, get, patch, post, remove } from '../request.ts';
import { addChat } from '../seed/chats.ts';
import { notify } from '../seed/events.ts';
import { addAgent, addPerson, addServiceKeys } from '../seed/members.ts';
import { addTask, assign } from '../seed/tasks.ts';
import { LONG_TITLE } from '../seed/texts.ts';
import { casesOf, deep, type Scene, type StallCase } from './case.ts';

const newPerson = ({ make }: Scene): string => make(addPerson);

const uniqueName = (): string => `person-${performance.now()}`.replace('.', '-');

/** Marks everything in the admin's inbox as unread, or as read long ago. */
function setRead({ make, dataset }: Scene, readAt: number | null): void {
  make((bulk) => {
    const { workspaceId } = bulk;
    const { id } = dataset.admin;
    bulk.run('DELETE FROM read_marks WHERE workspace_id = ? AND member_id = ?', workspaceId, id);
    bulk.run(
      'UPDATE notifications SET read_at = ? WHERE workspace_id = ? AND member_id = ?',
      readAt,
      workspaceId,
      id,
    );
  });
}

/** Deletes the task that all of a member's newest notifications are about. */
async function deleteNoisyTask({ make, ask, dataset }: Scene): Promise<void> {
  const number = make((bulk) => {
    const made = addTask(bulk, dataset.admin.id, { archived: true });
    const notice = { number: made, members: [dataset.locksmith.id], actor: dataset.admin.id };
    for (let i = 0; i < dataset.sizes.many; i++) notify(bulk, notice);
    return made;
  });
  await ask(remove(`tasks/${number}`));
}

const UNREAD = get('notifications', { limit: '100', unread: 'true' });

const INBOXES: readonly StallCase[] = [
  ...casesOf('notifications.list', {
    'very many unread': () => UNREAD,
    'very many, deep': (scene) => deep(scene, get('notifications'), scene.dataset.sizes.notifications / 2),
    'reasons of 400 kB': ({ dataset }) => by(dataset.listener, get('notifications', { limit: '100' })),
    'none unread among very many': (scene) => {
      setRead(scene, 1);
      return UNREAD;
    },
    'none unread since all were marked': async (scene) => {
      setRead(scene, null);
      await scene.ask(post('notifications/read-all'));
      return UNREAD;
    },
    'right after a task with very many was deleted': async (scene) => {
      await deleteNoisyTask(scene);
      return by(scene.dataset.locksmith, get('notifications', { limit: '100' }));
    },
    'unread, right after a task with very many was deleted': async (scene) => {
      await deleteNoisyTask(scene);
      return by(scene.dataset.locksmith, UNREAD);
    },
  }),
  ...casesOf('notifications.markRead', {
    'among very many': async ({ ask }) => {
      const { data } = (await ask(get('notifications', { limit: '1' }))) as { data: { id: string }[] };
      return post(`notifications/${data[0]?.id}/read`);
    },
  }),
  ...casesOf('notifications.markAllRead', {
    'very many unread': (scene) => {
      setRead(scene, null);
      return post('notifications/read-all');
    },
  }),
];

const FAVORITES = Array.from({ length: 50 }, (_, n) => ({ kind: 'project', id: `${n}` }));

const PREFERENCES: readonly StallCase[] = [
  ...casesOf('preferences.get', { 'of a member': () => get('me/preferences') }),
  ...casesOf('preferences.update', {
    'most favorites': () => patch('me/preferences', { favorites: FAVORITES }),
  }),
];

const MEMBERS: readonly StallCase[] = [
  ...casesOf('members.list', {
    'very many': () => get('members', { limit: '100' }),
    'of a type, deep': (scene) =>
      deep(scene, get('members', { type: 'agent' }), scene.dataset.sizes.many / 2),
  }),
  ...casesOf('members.create', {
    'among very many': () => post('members', { name: uniqueName(), displayName: LONG_TITLE }),
  }),
  ...casesOf('members.get', { 'among very many': ({ dataset }) => get(`members/${dataset.chatty.id}`) }),
  ...casesOf('members.update', {
    'very many chats': ({ dataset }) =>
      patch(`members/${dataset.chatty.id}`, { displayName: `Chatty ${performance.now()}` }),
  }),
  ...casesOf('members.invite', {
    'among very many': (scene) => post(`members/${newPerson(scene)}/invitation`),
  }),
  ...casesOf('members.uninvite', {
    'among very many': (scene) => remove(`members/${newPerson(scene)}/invitation`),
  }),
  ...casesOf('members.acceptInvitation', {
    'among very many keys': async (scene) => {
      const { code } = (await scene.ask(post(`members/${newPerson(scene)}/invitation`))) as { code: string };
      return { ...post('invitations/accept', { code }), secret: null };
    },
  }),
  ...casesOf('members.merge', {
    'among very many': async (scene) => {
      const { id } = (await scene.ask(post('imports', { source: 'stalls' }))) as { id: string };
      const records = [{ type: 'member', externalId: uniqueName() }];
      const added = await scene.ask(post(`imports/${id}/records`, { records }));
      const [external] = (added as { results: { id: string }[] }).results;
      return post(`members/${external?.id}/merge`, { into: newPerson(scene) });
    },
  }),
  ...casesOf('members.delete', {
    'very many chats with an open turn': (scene) => {
      const id = newPerson(scene);
      scene.make((bulk) => {
        const { sizes, idle } = scene.dataset;
        for (let i = 0; i < sizes.many; i++)
          addChat(bulk, { person: id, agent: idle, asked: 1, last: 'queued' });
      });
      return remove(`members/${id}`);
    },
    'very many open tasks and subscriptions': (scene) => {
      const id = newPerson(scene);
      const { first, last } = scene.dataset.tasks.spare;
      scene.make((bulk) => assign(bulk, id, first, last));
      return remove(`members/${id}`);
    },
    'as many keys as there may be': (scene) => {
      const id = newPerson(scene);
      scene.make((bulk) => addServiceKeys(bulk, id, MOST));
      return remove(`members/${id}`);
    },
    'more keys than there may be': (scene) => {
      const id = newPerson(scene);
      scene.make((bulk) => addServiceKeys(bulk, id, scene.dataset.sizes.many));
      return remove(`members/${id}`);
    },
    'very many agents report to them': (scene) => {
      const id = newPerson(scene);
      scene.make((bulk) => {
        for (let i = 0; i < scene.dataset.sizes.many; i++) addAgent(bulk, { reportsTo: id });
      });
      return remove(`members/${id}`);
    },
  }),
];

const NEW_KEY = { name: 'another', kind: 'service', scopes: ['tasks:read'] };

const KEYS: readonly StallCase[] = [
  ...casesOf('keys.list', {
    'very many of the workspace, deep': (scene) => deep(scene, get('keys'), scene.dataset.sizes.many / 2),
    'very many of a person': ({ dataset }) => by(dataset.locksmith, get('keys', { limit: '100' })),
    'very many of a person, deep': (scene) =>
      deep(scene, by(scene.dataset.locksmith, get('keys')), scene.dataset.sizes.many / 2),
  }),
  ...casesOf('keys.create', {
    'among very many': ({ dataset }) => by(dataset.talker, post('keys', NEW_KEY)),
  }),
  ...casesOf(
    'keys.create',
    { 'after more than there may be': ({ dataset }) => by(dataset.locksmith, post('keys', NEW_KEY)) },
    409,
  ),
  ...casesOf('keys.revoke', {
    'among very many': async ({ dataset, ask }) => {
      const { id } = (await ask(by(dataset.talker, post('keys', NEW_KEY)))) as { id: string };
      return by(dataset.talker, remove(`keys/${id}`));
    },
  }),
];

const SESSIONS: readonly StallCase[] = [
  ...casesOf('sessions.list', { 'of a person': () => get('sessions', { limit: '100' }) }),
  ...casesOf('sessions.create', {
    'by a key': ({ dataset }) => post('sessions', { key: dataset.admin.secret }),
  }),
  ...casesOf('sessions.link', { 'of a person': () => post('sessions/links', {}) }),
  ...casesOf('sessions.preview', {
    'of a person': async ({ ask }) => {
      const { code } = (await ask(post('sessions/links', {}))) as { code: string };
      return post('sessions/preview', { code });
    },
  }),
  ...casesOf('sessions.revoke', {
    'of a person': async ({ dataset, ask }) => {
      const { id } = (await ask(post('sessions', { key: dataset.admin.secret }))) as { id: string };
      return remove(`sessions/${id}`);
    },
  }),
];

const WORKSPACE: readonly StallCase[] = [
  ...casesOf('workspace.get', { 'as it is': () => get('workspace') }),
  ...casesOf('workspace.update', {
    'a new name': () => patch('workspace', { name: `Benchmark ${performance.now()}` }),
  }),
  ...casesOf('workspace.me', { 'as it is': () => get('me') }),
];

export const PEOPLE: readonly StallCase[] = [
  ...INBOXES,
  ...PREFERENCES,
  ...MEMBERS,
  ...KEYS,
  ...SESSIONS,
  ...WORKSPACE,
];
