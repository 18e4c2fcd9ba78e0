import { LIMITS } from '@tandem/client';
import { type Place, type SourceNotice, type SourceTask, warning } from './items.ts';

/** Characters that the server refuses: NUL and halves of surrogate pairs. */
const REFUSED = /\0|\p{Surrogate}/gu;

/** Characters of a shortened id before its digest. */
const KEPT_OF_ID = 160;

const shortened = (id: string): string => `${id.slice(0, KEPT_OF_ID).replace(REFUSED, '')} ${digestOf(id)}`;

/** A 53-bit digest (cyrb53). Browsers have others only for secure addresses, and asynchronously. */
function digestOf(text: string): string {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 2654435761);
    high = Math.imul(high ^ unit, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (4294967296 * (2097151 & high) + (low >>> 0)).toString(36);
}

/** Cuts texts to the server's limits and says what was cut. */
export class Fitting {
  readonly notices: SourceNotice[] = [];
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  /** An id that is too long is cut and continued by its digest. */
  id(id: string): string {
    const plain = id.replace(REFUSED, '').trim();
    return plain.length <= LIMITS.externalId ? plain : shortened(plain);
  }

  title(title: string): string {
    return this.#line(title, LIMITS.title, 'title');
  }

  name(name: string): string {
    return this.#line(name, LIMITS.name, 'name');
  }

  text(text: string, what: string): string {
    return this.#cut(this.#clean(text, what), LIMITS.description, what);
  }

  labels(labels: readonly string[]): string[] {
    const names = labels
      .map((each) => this.#line(each, LIMITS.labelName, 'label'))
      .filter((each) => each !== '');
    const distinct = [...new Map(names.map((each) => [each.toLowerCase(), each])).values()];
    if (distinct.length > LIMITS.labels)
      this.#say(`the task has ${distinct.length} labels; only ${LIMITS.labels} are kept`);
    return distinct.slice(0, LIMITS.labels);
  }

  #line(text: string, max: number, what: string): string {
    return this.#cut(this.#clean(text, what).replace(/\s+/g, ' ').trim(), max, what);
  }

  #clean(text: string, what: string): string {
    const clean = text.replace(REFUSED, '');
    if (clean !== text) this.#say(`the ${what} contains NUL or broken characters; they are left out`);
    return clean;
  }

  #cut(text: string, max: number, what: string): string {
    if (text.length <= max) return text;
    const cut = Array.from(text.slice(0, 2 * max))
      .slice(0, max)
      .join('');
    if (cut.length === text.length) return text;
    this.#say(`the ${what} is longer than ${max} characters and is cut`);
    return cut;
  }

  #say(message: string): void {
    this.notices.push(warning(this.#place, message));
  }
}

/** A task whose texts the server takes. */
export function fitted(task: SourceTask): {
  readonly task: SourceTask;
  readonly notices: readonly SourceNotice[];
} {
  const fit = new Fitting(task.place);
  return {
    task: {
      ...task,
      id: fit.id(task.id),
      title: fit.title(task.title),
      description: task.description === undefined ? undefined : fit.text(task.description, 'description'),
      labels: fit.labels(task.labels ?? []),
      project: task.project && { id: fit.id(task.project.id), title: fit.name(task.project.title) },
    },
    notices: fit.notices,
  };
}
