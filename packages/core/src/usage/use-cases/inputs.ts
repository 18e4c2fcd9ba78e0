import { type InputsOf, page } from '../../inputs.ts';
import { number, object, oneOf, optional } from '../../shared/check.ts';
import { USAGE_GROUPS } from '../store.ts';
import type { usageUseCases } from './usage.ts';

export const usageInputs: InputsOf<typeof usageUseCases> = {
  sums: [object({ ...page, groupBy: oneOf(USAGE_GROUPS), from: optional(number), to: optional(number) })],
};
