/** The statement that a worker confirms, in the worker's language (shared/reference/signoff-statement.json). */
import { languageOf } from '../../shared/model/language.ts';
import statement from '../../shared/reference/signoff-statement.json' with { type: 'json' };

export interface Statement {
  readonly id: string;
  readonly version: number;
  /** Of the text; English if there is no translation. */
  readonly language: string;
  readonly text: string;
  readonly text_hash: string;
}

/** `pl` and `pl-PL` both find the Polish text. */
export function statementIn(language: string | null | undefined): Statement {
  const wanted = languageOf(language);
  const found = isTranslated(wanted) ? wanted : 'en';
  return {
    id: statement.id,
    version: statement.version,
    language: found,
    text: statement.text[found],
    text_hash: statement.text_hash[found],
  };
}

function isTranslated(language: string): language is keyof typeof statement.text {
  return Object.hasOwn(statement.text, language);
}
