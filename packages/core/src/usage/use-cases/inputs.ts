import { type InputsOf, page } from '../../inputs.ts';
import { list, number, object, oneOf, optional, text } from '../../shared/check.ts';
import { type DataPoint, MEASURED_NAMES } from '../measured.ts';
import { USAGE_GROUPS } from '../store.ts';
import type { usageUseCases } from './usage.ts';

const DATA_POINT = object<DataPoint>({
  name: oneOf(MEASURED_NAMES),
  series: text,
  temporality: oneOf(['delta', 'cumulative'] as const),
  start: text,
  time: text,
  value: number,
});

export const usageInputs: InputsOf<typeof usageUseCases> = {
  sums: [
    object({
      ...page,
      groupBy: oneOf(USAGE_GROUPS),
      from: optional(number),
      to: optional(number),
      agentId: optional(text),
    }),
  ],
  measure: [object({ points: list(DATA_POINT) })],
};
