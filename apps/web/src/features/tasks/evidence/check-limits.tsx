import type { Check } from '@tandem/client';
import { strings } from '../../../strings/index.ts';
import { spanOf } from '../../../ui/format.ts';

/** The time limit and the protected files of a check. */
export const CheckLimits = ({ check }: { readonly check: Omit<Check, 'proposed'> }) => (
  <span className="soft small">
    {strings().checks.limit(spanOf(check.timeoutSeconds * 1000))}
    {check.protect.length > 0 && (
      <>
        {' · '}
        {strings().checks.protects} <code>{check.protect.join(' ')}</code>
      </>
    )}
  </span>
);
