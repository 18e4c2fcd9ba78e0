import { cut } from '@tandem/core';
import type { Response } from 'express';
import { traceOf } from './trace.ts';

/** Code points of a name; bytes of all names together. */
const LONGEST_NAME = 64;
const LONGEST_HEADER = 1_000;

/** Names the fields of a request that were ignored: in a header of its answer, and to the log. */
export function noteIgnored(res: Response, paths: readonly string[]): void {
  const trace = traceOf(res);
  trace.ignored = withinHeader(paths);
  trace.headers['Tandem-Ignored'] = trace.ignored.join(', ');
}

/** As many of the names as fit, with percent signs for whatever a header cannot carry or could be read otherwise. */
function withinHeader(paths: readonly string[]): string[] {
  const names: string[] = [];
  let length = 0;
  for (const path of paths) {
    const name = encodeURIComponent(wellFormed(cut(path, LONGEST_NAME)));
    length += name.length + ', '.length;
    if (length > LONGEST_HEADER) break;
    names.push(name);
  }
  return names;
}

/** Without halves of surrogate pairs, which cannot be encoded. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');
