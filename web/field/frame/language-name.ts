/** What a language tag means here: which of the languages of the interface, and what that is called. */
import { languageOf } from '../../../shared/model/language.ts';
import { languages } from '../base/words.ts';

/** `tag` = such as `pl` or `pl-PL`. */
export function isTranslated(tag: string): boolean {
  return Object.hasOwn(languages, languageOf(tag));
}

/** In itself; the tag where the language is not one of the six. */
export function languageName(tag: string): string {
  return languages[languageOf(tag)]?.name ?? tag;
}
