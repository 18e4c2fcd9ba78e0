import { message, work } from './chat-actions.ts';
import { type ClientContext, contextOf, type Order } from './context.ts';
import type { Recorded } from './record.ts';
import { change, create, move, oneOf, race } from './task-actions.ts';

/** A client's actions, all equally likely. */
const ACTIONS: readonly ((context: ClientContext) => Promise<void>)[] = [
  create,
  move,
  move,
  change,
  change,
  message,
  work,
];

/** Follows the order, and returns the recorded requests. */
async function follow(order: Order): Promise<Recorded[]> {
  const history: Recorded[] = [];
  const endsAt = Date.now() + order.seconds * 1_000;
  const over = () => Date.now() >= endsAt;
  const client = async (context: ClientContext) => {
    while (!over()) await oneOf(ACTIONS)(context);
  };
  await Promise.all(
    Array.from({ length: order.connections }, async (_, i) => {
      const context = contextOf(order, `${order.name}${i}`, (each) => history.push(each));
      await Promise.all([client(context), race(context, over)]);
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
