import { pageState } from '../state/page-state.ts';
import { en } from './en/index.ts';

/** The page's own texts in one language. */
export type Strings = typeof en;

/** A language is a folder like `en` and an entry here under its language tag. */
const LANGUAGES: Readonly<Record<string, Strings>> = { en };

const current = pageState(() => ({ language: 'en', texts: en }));

/** The texts in the language of the page. Call this where a text is shown: a copy made at import never changes. */
export const strings = (): Strings => current.get().texts;

/** The language tag, for formats. */
export const language = (): string => current.get().language;

/** Uses the first of the preferred languages that exists, otherwise English. */
export function chooseLanguage(preferred: readonly string[], languages = LANGUAGES): void {
  const tag = preferred.map((each) => each.split('-')[0] as string).find((each) => each in languages) ?? 'en';
  current.set({ language: tag, texts: languages[tag] ?? en });
  document.documentElement.lang = tag;
}
