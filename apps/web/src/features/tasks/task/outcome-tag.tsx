import type { Outcome } from '@tandem/client';
import { strings } from '../../../strings/index.ts';
import { Tag, type Tone } from '../../../ui/tag.tsx';

const TONE_OF: Readonly<Record<Outcome, Tone>> = { succeeded: 'good', partial: 'warn', failed: 'bad' };

/** The outcome of a result, in a word. */
export const OutcomeTag = ({ outcome }: { outcome: Outcome }) => (
  <Tag tone={TONE_OF[outcome]}>{strings().outcome[outcome]}</Tag>
);
