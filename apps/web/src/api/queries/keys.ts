import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export const keys = listOf(['keys'], (asked, options) => tandem.keys.list(asked, options));

export const sessions = listOf(['sessions'], (asked, options) => tandem.sessions.list(asked, options));
