import { useEffect, useRef, useState } from 'react';
import styles from './chart.module.css';
import { Legend } from './legend.tsx';
import type { Plot } from './plot.ts';
import type { Drawn } from './series.ts';
import { Values } from './values.tsx';

interface ChartProps extends Drawn {
  /** A short title. */
  readonly label: string;
  /** A sentence with the same content, for screen readers and quick reading, shown below the chart. */
  readonly summary: string;
  /** In pixels. */
  readonly height?: number;
}

/**
 * Values over time. The drawing library loads with the first chart; without it, the sentence and the table show the
 * same data.
 */
export function Chart({ label, summary, height = 200, ...drawn }: ChartProps) {
  const container = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const plot = useRef<Plot>(null);
  const latest = useRef(drawn);
  latest.current = drawn;
  const [at, setAt] = useState<number | null>(null);

  const looks = JSON.stringify([height, drawn.series.map(({ values, ...look }) => look)]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew when it looks different; new values only move it.
  useEffect(() => {
    let ended = false;
    const begin = async () => {
      const { draw } = await import('./plot.ts');
      if (ended || !container.current || !legend.current) return;
      plot.current = draw(container.current, legend.current, height, latest.current, setAt);
    };
    begin().catch(() => undefined);
    return () => {
      ended = true;
      plot.current?.end();
      plot.current = null;
    };
  }, [looks]);
  useEffect(
    () => plot.current?.show({ times: drawn.times, series: drawn.series }),
    [drawn.times, drawn.series],
  );

  return (
    <figure className="stack" aria-label={label}>
      <Legend ref={legend} {...drawn} at={at} />
      <div ref={container} className={styles.place} style={{ height }} aria-hidden="true" />
      <figcaption className="soft small">{summary}</figcaption>
      <Values label={label} {...drawn} />
    </figure>
  );
}
