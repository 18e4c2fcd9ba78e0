import { cut } from '@tandem/core';
import type { Response } from 'express';
import { traceOf } from './trace.ts';

/** Maximum code points of a name, and maximum bytes of all names together. */
const LONGEST_NAME = 64;
const LONGEST_HEADER = 1_000;

/** Lists the ignored fields of a request in a response header and in the log. */
export function noteIgnored(res: Response, paths: readonly string[]): void {
  const trace = traceOf(res);
  trace.ignored = withinHeader(paths);
  trace.headers['Tandem-Ignored'] = trace.ignored.join(', ');
}

/** As many names as fit, with characters that are invalid or ambiguous in a header percent-encoded. */
function withinHeader(paths: readonly string[]): string[] {
  const names: string[] = [];
  let length = 0;
  for (const path of paths) {
    const name = SECRET.test(path) ? 'hidden' : encodeURIComponent(wellFormed(cut(path, LONGEST_NAME)));
    length += name.length + ', '.length;
    if (length > LONGEST_HEADER) break;
    names.push(name);
  }
  return names;
}

/** A key or code that was sent as a name by mistake; responses and logs repeat no secrets. */
const SECRET = /td[a-z]_\w/;

/** Unpaired surrogates cannot be percent-encoded. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');
