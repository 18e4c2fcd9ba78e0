import { useEffect, useRef, useState } from 'react';
import styles from './chart.module.css';
import { Legend } from './legend.tsx';
import type { Plot } from './plot.ts';
import type { Drawn } from './series.ts';
import { Values } from './values.tsx';

interface ChartProps extends Drawn {
  /** What is drawn, in a few words. */
  readonly label: string;
  /** The same in a sentence, for those who do not see it or look at it briefly: it stands below. */
  readonly summary: string;
  /** In pixels. */
  readonly height?: number;
}

/**
 * What became of some numbers over time. The library that draws comes when the first chart is shown; until then, and
 * where it does not come, the sentence and the table of the values tell the same.
 */
export function Chart({ label, summary, height = 200, ...drawn }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
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
      if (ended || !place.current || !legend.current) return;
      plot.current = draw(place.current, legend.current, height, latest.current, setAt);
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
    <figure className={styles.chart} aria-label={label}>
      <Legend ref={legend} {...drawn} at={at} />
      <div ref={place} className={styles.place} style={{ height }} aria-hidden="true" />
      <figcaption className="soft small">{summary}</figcaption>
      <Values label={label} {...drawn} />
    </figure>
  );
}
