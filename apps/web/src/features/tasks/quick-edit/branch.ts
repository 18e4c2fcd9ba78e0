import { asciiWords } from '../../../ui/ascii-words.ts';

/** The maximum length of the title's part. */
const MAX_SLUG = 50;

/** The name of a Git branch for a task, such as `tandem/12-repair-the-lamp`. */
export function branchOf({
  taskNumber,
  title,
}: {
  readonly taskNumber: number;
  readonly title: string;
}): string {
  let slug = '';
  for (const word of asciiWords(title)) {
    const longer = slug === '' ? word.slice(0, MAX_SLUG) : `${slug}-${word}`;
    if (longer.length > MAX_SLUG) break;
    slug = longer;
  }
  return `tandem/${taskNumber}${slug && `-${slug}`}`;
}
