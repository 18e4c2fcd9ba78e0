import { exportSchema } from '@tandem/contract';
import { read } from '../apps/server/testing/pasted.ts';

test('docs/export.schema.json is the schema of the contract', () => {
  expect(JSON.parse(read('docs/export.schema.json'))).toEqual(JSON.parse(JSON.stringify(exportSchema())));
});
