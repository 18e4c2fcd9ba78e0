import { isInForce } from '../access/keys.ts';
import type { Stores } from '../ports.ts';
import type { Tables } from './tables.ts';

export function sessionStores({ sessions, links }: Tables): Pick<Stores, 'sessions' | 'links'> {
  return {
    sessions: {
      insert: async (session) => sessions.put(session.id, session),
      delete: async (id) => sessions.delete(id),
      byId: async (id) => sessions.get(id) ?? null,
      list: async ({ memberId }, slice) =>
        sessions.page((session) => memberId === undefined || session.memberId === memberId, slice, 'newest'),
      ofKey: async (keyId) => sessions.filter((session) => session.keyId === keyId),
      personHasSession: async (memberId, now) =>
        sessions.find((session) => session.memberId === memberId && isInForce(session, now)) !== undefined,
      trim: async (memberId, keep) => {
        const beyond = sessions
          .filter((session) => session.memberId === memberId)
          .reverse()
          .slice(keep);
        for (const { id } of beyond) sessions.delete(id);
        return beyond;
      },
      touch: async (id, usedAt) => {
        const session = sessions.get(id);
        if (session) sessions.put(id, { ...session, lastUsedAt: usedAt });
      },
      renew: async (id, expiresAt) => {
        const session = sessions.get(id);
        if (session) sessions.put(id, { ...session, expiresAt });
      },
      forget: async (until, limit) => {
        const over = sessions.filter(({ expiresAt }) => expiresAt <= until).slice(0, limit);
        for (const { id } of over) sessions.delete(id);
        return over.length;
      },
    },
    links: {
      insert: async (link, atMost) => {
        const others = links.filter(({ memberId }) => memberId === link.memberId).reverse();
        for (const { id } of others.slice(atMost - 1)) links.delete(id);
        links.put(link.id, link);
      },
      byId: async (id) => links.get(id) ?? null,
      delete: async (id) => links.delete(id),
      forget: async (until, limit) => {
        const over = links.filter(({ expiresAt }) => expiresAt <= until).slice(0, limit);
        for (const { id } of over) links.delete(id);
        return over.length;
      },
    },
  };
}
