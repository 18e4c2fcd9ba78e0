import type { Verification } from '@tandem/client';
import { useNameOf } from '../../api/queries/members.ts';
import { strings } from '../../strings/index.ts';
import { RelativeTime } from '../../ui/time.tsx';

/** The result of a verification, with its author and time. */
export function VerifiedBy({ verification: { passed, byName, at } }: { verification: Verification }) {
  const name = useNameOf()(byName);
  return (
    <span>
      {passed ? strings().goals.passed : strings().goals.failed} {strings().goals.by(name)},{' '}
      <RelativeTime at={at} />
    </span>
  );
}
