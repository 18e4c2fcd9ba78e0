import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { printableLines } from '../output/print.ts';
import { type Style, styled } from '../output/style.ts';
import type { Change } from './plan.ts';

const STYLES: Readonly<Record<string, Style>> = { '+': 'green', '-': 'red', '@': 'cyan' };

/** A unified diff; line endings are not shown. */
export function printDiff(changes: readonly Change[]): void {
  for (const { file, before, after } of changes) {
    const [from, to] = [
      before === null ? '/dev/null' : `a/${file}`,
      after === null ? '/dev/null' : `b/${file}`,
    ];
    const patch = createTwoFilesPatch(from, to, before ?? '', after ?? '', undefined, undefined, {
      stripTrailingCr: true,
      headerOptions: FILE_HEADERS_ONLY,
    });
    const lines = printableLines(patch.trimEnd()).split('\n');
    const shown = lines.map((line) =>
      styled(line, /^(---|\+\+\+)/.test(line) ? 'bold' : STYLES[line[0] ?? '']),
    );
    process.stdout.write(`${shown.join('\n')}\n`);
  }
}
