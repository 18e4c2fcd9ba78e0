import type { AnswerStore } from '../requests/store.ts';
import type { Tables } from './tables.ts';

export function answerStore({ answers }: Tables): AnswerStore {
  const place = (callerId: string, key: string, request: string) => JSON.stringify([callerId, key, request]);

  return {
    keep: async (answer) => answers.put(place(answer.callerId, answer.key, answer.request), answer),
    recall: async (callerId, key, request) => answers.get(place(callerId, key, request)) ?? null,
    forget: async (before, atMost) => {
      const old = answers.filter(({ createdAt }) => createdAt < before).slice(0, atMost);
      for (const { callerId, key, request } of old) answers.delete(place(callerId, key, request));
      return old.length;
    },
  };
}
