import type { Member } from '../members/member.ts';
import type { SubscriptionStore } from '../tasks/store.ts';
import { isFull } from '../tasks/subscriptions.ts';
import type { Tables } from './tables.ts';

export const subscriptionKey = (taskNumber: number, memberId: string) => `${taskNumber} ${memberId}`;

export function subscriptionStore(tables: Tables): SubscriptionStore {
  const { subscriptions } = tables;

  return {
    add: async (taskNumber, memberId) => {
      const full = isFull(subscriptions.filter((row) => row.taskNumber === taskNumber).length);
      if (!full) subscriptions.put(subscriptionKey(taskNumber, memberId), { taskNumber, memberId });
    },
    remove: async (taskNumber, memberId) => subscriptions.delete(subscriptionKey(taskNumber, memberId)),
    has: async (taskNumber, memberId) =>
      subscriptions.get(subscriptionKey(taskNumber, memberId)) !== undefined,
    people: async (taskNumber) =>
      subscriptions
        .filter((row) => row.taskNumber === taskNumber)
        .map(({ memberId }) => tables.members.get(memberId))
        .filter((member) => member?.type === 'human' && !member.deleted)
        .map((member) => (member as Member).id)
        .sort(),
  };
}
