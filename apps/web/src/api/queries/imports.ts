import type { Import } from '@tandem/client';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export const importList = listOf(['imports'], (page, options) => tandem.imports.list(page, options));

/** The number of records that an import created. */
export const recordsCreated = ({ counts }: Import): number =>
  Object.values(counts).reduce((sum, outcomes) => sum + (outcomes?.created ?? 0), 0);
