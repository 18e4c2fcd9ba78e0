import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export const keys = listOf(['keys'], (page, options) => tandem.keys.list(page, options));

export const sessions = listOf(['sessions'], (page, options) => tandem.sessions.list(page, options));
