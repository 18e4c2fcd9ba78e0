import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { usePreferencesChange } from '../preferences/use-preferences.ts';
import { NewAgent } from '../settings/agents/new-agent.tsx';
import { SetupLine } from '../settings/agents/setup-line.tsx';
import { InvitationLink, type Invited } from '../settings/members/invitation-link.tsx';
import { InviteForm } from '../settings/members/invite-form.tsx';
import { newTask } from '../tasks/new/opened.ts';
import styles from './get-started.module.css';
import { type Step, type StepName, useSteps } from './use-steps.ts';

const ImportPanel = lazy(async () => ({
  default: (await import('../imports/import-panel.tsx')).ImportPanel,
}));

const words = () => strings().getStarted;

/** The first steps in a workspace. They check themselves off by what has happened. */
export function GetStarted({ onDone }: { readonly onDone?: () => void }) {
  const steps = useSteps();
  const { mutate } = usePreferencesChange();
  if (!steps) return null;
  const next = steps.find((step) => !step.isDone && !step.isOptional);
  const isDone = next === undefined;
  const leave = () => {
    mutate({ getStarted: 'dismissed' });
    onDone?.();
  };
  return (
    <div className={styles.steps}>
      <p className={styles.hint}>{isDone ? words().allDone : words().hint}</p>
      <ol>
        {steps.map((step) => (
          <StepItem key={step.name} step={step} isNext={step === next} />
        ))}
      </ol>
      <div className={styles.foot}>
        <Button primary={isDone} onClick={leave}>
          {isDone ? words().finish : words().dismiss}
        </Button>
        <Demo />
      </div>
    </div>
  );
}

interface StepItemProps {
  readonly step: Step;
  /** The first open step. */
  readonly isNext: boolean;
}

function StepItem({ step: { name, isDone }, isNext }: StepItemProps) {
  const heading = useId();
  const { title, hint, action } = words().steps[name];
  const [isOpen, setIsOpen] = useState(false);
  const Content = CONTENT[name];
  const close = () => setIsOpen(false);
  return (
    <li className={styles.step} data-done={isDone || undefined} aria-labelledby={heading}>
      <span className={styles.mark} role="img" aria-label={isDone ? words().done : words().open}>
        {isDone ? '✓' : ''}
      </span>
      <div className={styles.body}>
        <h2 id={heading}>{title}</h2>
        <p className="soft">{hint}</p>
        {isOpen && Content ? (
          <Content close={close} />
        ) : (
          <div className="stack">
            {name === 'agent' && !isDone && <SetupLine />}
            <div>
              <Button primary={isNext} onClick={() => (Content ? setIsOpen(true) : newTask.open())}>
                {action}
              </Button>
            </div>
          </div>
        )}
      </div>
    </li>
  );
}

interface ContentProps {
  readonly close: () => void;
}

/** The form that a step opens in its place; a task has its own dialog. */
const CONTENT: Readonly<Record<StepName, ((props: ContentProps) => ReactNode) | undefined>> = {
  task: undefined,
  agent: ({ close }) => <NewAgent onDone={close} />,
  invite: Invite,
  import: ({ close }) => (
    <Suspense>
      <ImportPanel onDone={close} />
    </Suspense>
  ),
};

function Invite({ close }: ContentProps) {
  const [invited, setInvited] = useState<Invited | null>(null);
  return invited ? (
    <InvitationLink invited={invited} onDone={close} />
  ) : (
    <InviteForm onDone={setInvited} onCancel={close} />
  );
}

function Demo() {
  const [isOpen, setIsOpen] = useState(false);
  const { title, hint, command, noun } = words().demo;
  return isOpen ? (
    <section className={styles.demo} aria-label={title}>
      <p>{hint}</p>
      <Copyable text={command} noun={noun} />
    </section>
  ) : (
    <Button quiet onClick={() => setIsOpen(true)}>
      {title}
    </Button>
  );
}
