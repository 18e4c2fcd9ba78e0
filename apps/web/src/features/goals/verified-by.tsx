import type { Verification } from '@tandem/client';
import { useNameOf } from '../../api/members.ts';
import { texts } from '../../app/texts/index.ts';
import { Ago } from '../../ui/time.tsx';

/** That it passed or failed, by whom and when. */
export function VerifiedBy({ verification: { passed, byName, at } }: { verification: Verification }) {
  const name = useNameOf()(byName);
  return (
    <span>
      {passed ? texts.goals.passed : texts.goals.failed} {texts.goals.by(name)}, <Ago at={at} />
    </span>
  );
}
