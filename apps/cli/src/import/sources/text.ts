/** A part of a description under a heading; undefined without a text. */
export const section = (heading: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : `## ${heading}\n\n${text.trim()}`;

/** Parts of a description with blank lines between them; undefined without any. */
export const joined = (...parts: readonly (string | undefined)[]): string | undefined =>
  parts.filter((part) => part !== undefined && part.trim() !== '').join('\n\n') || undefined;
