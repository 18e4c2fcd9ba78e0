import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export const members = listOf(['members'], (asked, options) => tandem.members.list(asked, options));

export const people = listOf(['members', 'people'], (asked, options) =>
  tandem.members.list({ ...asked, type: 'human' }, options),
);
