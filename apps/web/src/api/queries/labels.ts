import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export const labels = listOf(['labels'], (asked, options) => tandem.labels.list(asked, options));
