import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export const inbox = listOf(['inbox'], (asked, options) => tandem.inbox.list(asked, options));
