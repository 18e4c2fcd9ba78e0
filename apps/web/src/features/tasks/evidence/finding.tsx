import type { TaskVerification } from '@tandem/client';
import { useLayoutEffect, useRef } from 'react';
import { useMay } from '../../../api/queries/who.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../../ui/change.ts';
import { sizeOf, spanOf } from '../../../ui/format.ts';
import { MemberName } from '../../../ui/member-name.tsx';
import { Tag, type Tone } from '../../../ui/tag.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { CheckLimits } from './check-limits.tsx';
import styles from './checks.module.css';
import { Command, Output, plainOutput } from './command-output.tsx';

const TONES: Readonly<Record<TaskVerification['state'], Tone>> = {
  pending: 'quiet',
  running: 'accent',
  passed: 'good',
  failed: 'bad',
  tampered: 'bad',
  error: 'warn',
  void: 'quiet',
};

/** Leases after which a verification is given up (docs/rules.md, Verifications). */
const MAX_TRIES = 3;
/** Characters of a commit that are shown; the title has the rest. */
const SHORT_COMMIT = 8;

const words = () => strings().checks;

interface FindingProps {
  readonly verification: TaskVerification;
  /** A person has accepted the criterion, so nobody needs another run. */
  readonly isDecided?: boolean;
}

/** The finding of a verifier: its state, verifier, time, commit and output. */
export function Finding({ verification, isDecided = false }: FindingProps) {
  const { state, flaky, criterion, check, artifact, report, progress } = verification;
  const may = useMay('tasks:write');
  const isWhole = report && report.outputLength <= new TextEncoder().encode(report.output).length;
  return (
    <div className={styles.check}>
      <div className={styles.state}>
        <Tag tone={TONES[state]}>{words().state[state]}</Tag>
        {flaky && (
          <span title={words().flakyHint}>
            <Tag tone="warn">{words().flaky}</Tag>
          </span>
        )}
        <span className="soft small" title={`${artifact.repository} ${artifact.commit}`}>
          {words().on} <code>{artifact.commit.slice(0, SHORT_COMMIT)}</code>
        </span>
        {may && !isDecided && (state === 'failed' || state === 'error') && (
          <Retry verificationId={verification.id} criterion={criterion.text} />
        )}
      </div>
      <Facts verification={verification} />
      {report && report.files.length > 0 && (
        <div>
          <p className="soft small">{words().changedFiles}</p>
          <ul className={styles.files}>
            {report.files.map((file) => (
              <li key={file}>
                <code>{file}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Command
        command={check.command}
        exitCode={report?.exitCode}
        details={report ? undefined : <CheckLimits check={check} />}
      >
        {state === 'running' && progress && <LiveOutput text={progress.output} />}
        {report && report.output !== '' && (
          <details className={styles.output}>
            <summary>{isWhole ? words().output : words().outputOf(sizeOf(report.outputLength))}</summary>
            <Output text={report.output} />
          </details>
        )}
      </Command>
    </div>
  );
}

/** By whom, when and how long. */
function Facts({ verification }: { readonly verification: TaskVerification }) {
  const { state, verifier, report, claimedAt, tries } = verification;
  const isOpen = state === 'pending' || state === 'running';
  const ended = isOpen ? null : report;
  return (
    <p className={styles.facts}>
      {verifier && (
        <span>
          <MemberName agent name={verifier.name} />
        </span>
      )}
      {state === 'running' && claimedAt && (
        <span>
          {words().started} <RelativeTime at={claimedAt} />
        </span>
      )}
      {ended && <RelativeTime at={ended.reportedAt} />}
      {ended && <span title={words().duration}>{spanOf(ended.durationMs)}</span>}
      {isOpen && tries > 0 && <span>{words().tries(tries + 1, MAX_TRIES)}</span>}
    </p>
  );
}

interface RetryProps {
  readonly verificationId: string;
  readonly criterion: string;
}

function Retry({ verificationId, criterion }: RetryProps) {
  const { mutate, isPending } = useChange({
    send: () => tandem.verifications.retry(verificationId),
    successMessage: () => words().retried,
    invalidates: ['task'],
  });
  return (
    <Button disabled={isPending} aria-label={words().retryOf(criterion)} onClick={() => mutate()}>
      {words().retry}
    </Button>
  );
}

/** The output of a command that runs: its end stays visible, unless the person has scrolled up. */
function LiveOutput({ text }: { readonly text: string }) {
  const ref = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const onScroll = () => {
      isAtEnd.current =
        element.scrollHeight - element.scrollTop - element.clientHeight < element.clientHeight / 2;
    };
    element.addEventListener('scroll', onScroll);
    return () => element.removeEventListener('scroll', onScroll);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the output has grown.
  useLayoutEffect(() => {
    if (ref.current && isAtEnd.current) ref.current.scrollTop = ref.current.scrollHeight;
  }, [text]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys as well.
    <pre ref={ref} tabIndex={0} role="log" aria-live="off" aria-label={words().liveOutput}>
      {plainOutput(text)}
    </pre>
  );
}
