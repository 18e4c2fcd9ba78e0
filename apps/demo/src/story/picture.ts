import { crc32, deflateSync } from 'node:zlib';

type Color = readonly [red: number, green: number, blue: number];

interface Bars {
  readonly values: readonly number[];
  /** The value at the top of the chart. */
  readonly max: number;
  readonly color: Color;
  /** The target, drawn as a line across all bars. */
  readonly target?: number;
}

const [WIDTH, HEIGHT, MARGIN] = [640, 320, 28];
const PAPER: Color = [250, 249, 246];
const GRID: Color = [226, 224, 218];
const INK: Color = [70, 68, 64];

/** A bar chart as a PNG of 640 by 320 pixels. */
export function bars({ values, max, color, target }: Bars): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  const fill = (left: number, top: number, right: number, bottom: number, [r, g, b]: Color) => {
    for (let y = Math.max(0, top); y < Math.min(HEIGHT, bottom); y++) {
      for (let x = Math.max(0, left); x < Math.min(WIDTH, right); x++)
        pixels.set([r, g, b], (y * WIDTH + x) * 3);
    }
  };
  const heightOf = (value: number) => Math.round((value / max) * (HEIGHT - 2 * MARGIN));
  const ground = HEIGHT - MARGIN;
  fill(0, 0, WIDTH, HEIGHT, PAPER);
  for (let line = 1; line <= 4; line++) {
    const y = ground - heightOf((max * line) / 4);
    fill(MARGIN, y, WIDTH - MARGIN, y + 1, GRID);
  }
  const step = (WIDTH - 2 * MARGIN) / values.length;
  values.forEach((value, index) => {
    const left = Math.round(MARGIN + index * step + step * 0.18);
    fill(left, ground - heightOf(value), Math.round(left + step * 0.64), ground, color);
  });
  fill(MARGIN, ground, WIDTH - MARGIN, ground + 2, INK);
  if (target !== undefined)
    fill(MARGIN, ground - heightOf(target) - 1, WIDTH - MARGIN, ground - heightOf(target) + 1, INK);
  return png(pixels);
}

function png(pixels: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  // Three channels of eight bits each.
  head.set([8, 2], 8);
  const row = WIDTH * 3;
  const rows = Array.from({ length: HEIGHT }, (_, y) =>
    Buffer.concat([Buffer.of(0), pixels.subarray(y * row, (y + 1) * row)]),
  );
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    part('IHDR', head),
    part('IDAT', deflateSync(Buffer.concat(rows))),
    part('IEND', Buffer.alloc(0)),
  ]);
}

function part(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
