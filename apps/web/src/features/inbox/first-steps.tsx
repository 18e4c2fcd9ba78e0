import { type ReactNode, useState } from 'react';
import { strings } from '../../strings/index.ts';
import { Section } from '../../ui/section.tsx';
import { GetStarted } from '../get-started/get-started.tsx';
import { type Step, useSteps } from '../get-started/use-steps.ts';

/** The first steps, until they are taken or dismissed; then `children`. */
export function FirstSteps({ children }: { readonly children: ReactNode }) {
  const steps = useSteps();
  return steps && <Steps steps={steps}>{children}</Steps>;
}

function Steps({ steps, children }: { readonly steps: readonly Step[]; readonly children: ReactNode }) {
  // Steps that are taken here stay until they are finished.
  const [isNew] = useState(() => steps.some(({ isDone }) => !isDone));
  if (!isNew) return children;
  return (
    <div data-replaces-title>
      <Section title={strings().getStarted.title}>
        <GetStarted />
      </Section>
    </div>
  );
}
