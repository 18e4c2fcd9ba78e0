import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { exact } from '../format.ts';
import type { ChartSeries, Drawn } from './series.ts';
import { tickTexts } from './ticks.ts';

/** A rendered chart. */
export interface Plot {
  /** Updates the values of the same series. */
  show(drawn: Drawn): void;
  end(): void;
}

/** Points are marked in lines with at most this many. */
const FEW = 40;
/** The margin around a single point. */
const HALF_A_DAY = 43_200_000;

/**
 * Draws a chart at the width of its container. Colors are read from the legend's marks for each drawing, so that
 * tokens stay in the stylesheets; a theme change redraws.
 */
export function draw(
  container: HTMLElement,
  legend: HTMLElement,
  height: number,
  drawn: Drawn,
  onPoint: (at: number | null) => void,
): Plot {
  const marks = [...legend.querySelectorAll('[data-tone]')];
  const colorOf = (index: number) => getComputedStyle(marks[index] ?? legend).color;
  const ink = () => getComputedStyle(container).color;
  const line = () => getComputedStyle(container).borderBlockEndColor;
  const format = (value: number) => (drawn.format ?? exact)(value);
  const font = `12px ${getComputedStyle(container).fontFamily}`;
  const axis: uPlot.Axis = {
    font,
    stroke: ink,
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
  };
  const hasBars = drawn.series.some(({ shape }) => shape === 'bars');
  const plot = new uPlot(
    {
      width: container.clientWidth,
      height,
      ms: 1,
      legend: { show: false },
      padding: [8, 8, 0, 0],
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
      scales: {
        x: { range: (self) => spanOf(self.data[0], hasBars) },
        y: { range: (_, min, max) => rangeOf(min, max) },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          space: 70,
          size: 26,
          values: (_, splits, __, ___, step) => tickTexts(splits, step),
        },
        {
          ...axis,
          values: (_, splits) => splits.map((value) => (value === null ? '' : format(value))),
          size: (_, values) => 16 + 7 * Math.max(2, ...(values ?? []).map((text) => text.length)),
        },
      ],
      series: [
        {},
        ...drawn.series.map((each, index) => ({
          ...looksOf(each, drawn.times.length <= FEW),
          stroke: () => colorOf(index),
          fill: () =>
            each.filled || each.shape === 'bars' ? faint(colorOf(index), each.shape === 'bars') : '',
        })),
      ],
      hooks: {
        setCursor: [
          ({ cursor }) =>
            onPoint(cursor.left !== undefined && cursor.left >= 0 ? (cursor.idx ?? null) : null),
        ],
      },
    },
    dataOf(drawn),
    container,
  );
  const sizes = new ResizeObserver(() => {
    if (container.clientWidth > 0 && container.clientWidth !== plot.width)
      plot.setSize({ width: container.clientWidth, height });
  });
  sizes.observe(container);
  const theme = matchMedia('(prefers-color-scheme: dark)');
  const redraw = () => plot.redraw(false);
  theme.addEventListener('change', redraw);
  return {
    show: (next) => plot.setData(dataOf(next)),
    end: () => {
      sizes.disconnect();
      theme.removeEventListener('change', redraw);
      plot.destroy();
    },
  };
}

const dataOf = ({ times, series }: Drawn): uPlot.AlignedData => [
  [...times],
  ...series.map(({ values }) => [...values]),
];

/** From the first to the last time, extended so that the outer bars have full width. */
function spanOf(times: ArrayLike<number>, hasBars: boolean): [number, number] {
  const [from, to] = [times[0] ?? 0, times[times.length - 1] ?? 0];
  const room = hasBars ? (to - from) / Math.max(1, times.length - 1) / 2 : 0;
  return to > from ? [from - room, to + room] : [from - HALF_A_DAY, to + HALF_A_DAY];
}

/** From zero, so that heights are proportional to values. */
function rangeOf(min: number | null, max: number | null): [number, number] {
  const low = Math.min(0, min ?? 0);
  const high = Math.max(0, max ?? 0);
  if (low === high) return [0, 1];
  const room = (high - low) * 0.08;
  return [low < 0 ? low - room : 0, high > 0 ? high + room : 0];
}

function looksOf({ shape = 'line', dashed }: ChartSeries, few: boolean): uPlot.Series {
  const { stepped, bars } = uPlot.paths;
  return {
    width: shape === 'bars' ? 1 : 2,
    spanGaps: shape === 'line',
    points: { show: few && shape === 'line' && !dashed },
    ...(dashed && { dash: [6, 4] }),
    ...(shape === 'step' && stepped && { paths: stepped({ align: 1 }) }),
    ...(shape === 'bars' && bars && { paths: bars({ size: [0.7, 40], radius: 0.15 }) }),
  };
}

/** A transparent version of the color for areas; bars stay opaque. Computed colors are `rgb(…)`. */
const faint = (color: string, strong: boolean): string =>
  color.replace(/^rgb\((.*)\)$/, `rgba($1, ${strong ? 0.75 : 0.14})`);
