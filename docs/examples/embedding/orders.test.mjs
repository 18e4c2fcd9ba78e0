import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testTandem } from '@tandem/embed/testing';

test('an agent that stops working loses its task', async () => {
  const { tandem, ada, otto, clock, events } = await testTandem();
  const { taskNumber } = await tandem.tasks.create(ada, { title: 'Pack the lamp' });
  await tandem.claims.next(otto, {});
  await clock.advance('2h');
  assert.equal((await tandem.tasks.get(ada, taskNumber)).status, 'todo');
  assert.ok((await events()).some(({ type }) => type === 'task.expired'));
});
