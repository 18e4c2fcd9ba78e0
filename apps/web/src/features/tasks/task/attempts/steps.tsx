import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { transcript } from '../../../../api/queries/attempts.ts';
import { strings } from '../../../../strings/index.ts';
import { Button } from '../../../../ui/button.tsx';
import { useInView } from '../../../../ui/in-view.ts';
import { LoadError } from '../../../../ui/load-error.tsx';
import { Markdown } from '../../../../ui/markdown.tsx';
import styles from './attempts.module.css';
import { stepOf, type ToolCall } from './transcript.ts';

/** Steps added at a time; a transcript can have tens of thousands. */
const BLOCK = 50;

/** The steps of a transcript. More of them are shown as the person scrolls. */
export function Steps({ fileId }: { readonly fileId: string }) {
  const { data, error, refetch } = useQuery(transcript(fileId));
  const [count, setCount] = useState(BLOCK);
  const words = strings().attempts;
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <p role="status">{words.loading}</p>;
  return (
    <>
      <ol className={styles.steps}>
        {data.slice(0, count).map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a transcript never changes.
          <StepItem key={index} step={step} number={index + 1} />
        ))}
      </ol>
      {count < data.length && <MoreSteps key={count} onMore={() => setCount(count + BLOCK)} />}
    </>
  );
}

/** The button for more steps, which presses itself once it is near the viewport. */
function MoreSteps({ onMore }: { readonly onMore: () => void }) {
  const { ref, inView } = useInView<HTMLDivElement>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: pressed once; the next button is another one.
  useEffect(() => {
    if (inView) onMore();
  }, [inView]);
  return (
    <div ref={ref}>
      <Button onClick={onMore}>{strings().attempts.moreSteps}</Button>
    </div>
  );
}

function StepItem({ step, number }: { readonly step: unknown; readonly number: number }) {
  const { source, message, reasoning, calls, output } = useMemo(() => stepOf(step), [step]);
  const words = strings().attempts;
  const sender = words.sources[source] ?? source;
  return (
    <li className={styles.step} data-source={source} aria-label={words.step(number, sender)}>
      <p className="soft small">
        {number} · {sender}
      </p>
      {reasoning && <Folded title={words.reasoning} parts={[['', reasoning]]} />}
      {message &&
        (source === 'agent' ? (
          <Markdown text={message} />
        ) : (
          <Folded title={firstLineOf(message)} parts={[['', message]]} />
        ))}
      {calls.map((call, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a transcript never changes.
        <Call key={index} call={call} />
      ))}
      {output && <Folded title={words.output} parts={[['', output]]} />}
    </li>
  );
}

function Call({ call: { name, about, input, output } }: { readonly call: ToolCall }) {
  const words = strings().attempts;
  return (
    <Folded
      title={about ? `${name}: ${about}` : name}
      parts={[
        [words.input, input],
        [words.output, output || words.noOutput],
      ]}
    />
  );
}

interface FoldedProps {
  readonly title: string;
  readonly parts: readonly (readonly [label: string, text: string])[];
}

/** Texts that are rendered once somebody opens them. */
function Folded({ title, parts }: FoldedProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.folded} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <span className="cut">{title}</span>
      </summary>
      {isOpen &&
        parts.map(
          ([label, text]) =>
            text && (
              <div key={label}>
                {label && <p className="soft small">{label}</p>}
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard. */}
                <pre tabIndex={0}>{text}</pre>
              </div>
            ),
        )}
    </details>
  );
}

/** Prompts begin with their task; the rest is what the agent was told about it. */
const firstLineOf = (text: string): string => text.trimStart().split('\n', 1)[0] ?? '';
