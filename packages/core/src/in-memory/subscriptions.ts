import type { Member } from '../members/member.ts';
import type { SubscriptionStore } from '../tasks/store.ts';
import { isFull } from '../tasks/subscriptions.ts';
import type { Tables } from './tables.ts';

export const subscriptionKey = (taskNumber: number, memberId: string) => `${taskNumber} ${memberId}`;

export function subscriptionStore(tables: Tables): SubscriptionStore {
  const { subscriptions } = tables;
  const of = (taskNumber: number) => subscriptions.filter((row) => row.taskNumber === taskNumber);

  return {
    add: async (taskNumber, memberIds) => {
      const already = new Set(of(taskNumber).map(({ memberId }) => memberId));
      for (const memberId of memberIds) {
        if (isFull(already.size)) return;
        subscriptions.put(subscriptionKey(taskNumber, memberId), { taskNumber, memberId });
        already.add(memberId);
      }
    },
    remove: async (taskNumber, memberId) => subscriptions.delete(subscriptionKey(taskNumber, memberId)),
    has: async (taskNumber, memberId) =>
      subscriptions.get(subscriptionKey(taskNumber, memberId)) !== undefined,
    people: async (taskNumber) =>
      of(taskNumber)
        .map(({ memberId }) => tables.members.get(memberId))
        .filter((member) => member?.type === 'human' && !member.deleted)
        .map((member) => (member as Member).id)
        .sort(),
  };
}
