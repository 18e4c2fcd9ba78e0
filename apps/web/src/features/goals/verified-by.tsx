import type { Verification } from '@tandem/client';
import { texts } from '../../app/texts/index.ts';
import { Ago } from '../../ui/time.tsx';

/** That it passed or failed, by whom and when. */
export const VerifiedBy = ({ verification: { passed, byName, at } }: { verification: Verification }) => (
  <span>
    {passed ? texts.goals.passed : texts.goals.failed} {texts.goals.by(byName)}, <Ago at={at} />
  </span>
);
