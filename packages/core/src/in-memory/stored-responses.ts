import { type StoredResponseStore, TEXT_USE_MS } from '../idempotency/store.ts';
import type { Tables } from './tables.ts';

export function storedResponseStore({ answers, answerTexts }: Tables): StoredResponseStore {
  const place = (callerId: string, key: string, request: string) => JSON.stringify([callerId, key, request]);

  return {
    keep: async (answer) => answers.put(place(answer.callerId, answer.key, answer.request), answer),
    recall: async (callerId, key, request) => answers.get(place(callerId, key, request)) ?? null,
    keepText: async (hash, text, usedAt) => {
      const stored = answerTexts.get(hash);
      if (!stored || stored.usedAt < usedAt - TEXT_USE_MS) answerTexts.put(hash, { hash, text, usedAt });
    },
    texts: async (hashes) =>
      new Map(
        hashes.flatMap((hash) => {
          const stored = answerTexts.get(hash);
          return stored ? [[hash, stored.text]] : [];
        }),
      ),
    forget: async (before, atMost) => {
      const old = answers.filter(({ createdAt }) => createdAt < before).slice(0, atMost);
      for (const { callerId, key, request } of old) answers.delete(place(callerId, key, request));
      return old.length;
    },
    forgetTexts: async (before, atMost) => {
      const old = answerTexts.filter(({ usedAt }) => usedAt < before).slice(0, atMost);
      for (const { hash } of old) answerTexts.delete(hash);
      return old.length;
    },
  };
}
