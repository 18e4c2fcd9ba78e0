import { asciiWords } from '../../../ui/ascii-words.ts';

const MAX_LENGTH = 64;

/** The name that a display name suggests, such as `bob-hill`; empty if it has no Latin letters or digits. */
export const handleOf = (displayName: string): string =>
  asciiWords(displayName).join('-').slice(0, MAX_LENGTH);
