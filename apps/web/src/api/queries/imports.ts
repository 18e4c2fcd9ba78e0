import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export const importList = listOf(['imports'], (page, options) => tandem.imports.list(page, options));
