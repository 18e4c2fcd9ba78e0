import { message, work } from './chat-actions.ts';
import { type Desk, deskOf, type Order } from './desk.ts';
import type { Recorded } from './record.ts';
import { change, create, move, oneOf, race } from './task-actions.ts';

/** What a client does, each as likely as the others. */
const ACTIONS: readonly ((desk: Desk) => Promise<void>)[] = [
  create,
  move,
  move,
  change,
  change,
  message,
  work,
];

/** Follows the order, and answers what was recorded. */
async function follow(order: Order): Promise<Recorded[]> {
  const history: Recorded[] = [];
  const endsAt = Date.now() + order.seconds * 1_000;
  const over = () => Date.now() >= endsAt;
  const client = async (desk: Desk) => {
    while (!over()) await oneOf(ACTIONS)(desk);
  };
  await Promise.all(
    Array.from({ length: order.connections }, async (_, i) => {
      const desk = deskOf(order, `${order.name}${i}`, (each) => history.push(each));
      await Promise.all([client(desk), race(desk, over)]);
    }),
  );
  return history;
}

process.once('message', (order: Order) => {
  follow(order).then(
    (history) => process.send?.({ history }, () => process.exit(0)),
    (error: unknown) => process.send?.({ error: String(error) }, () => process.exit(1)),
  );
});
