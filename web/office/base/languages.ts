/** The languages in which the statement that people confirm exists. */
import statement from '../../../shared/reference/signoff-statement.json' with { type: 'json' };

export type StatementLanguage = keyof typeof statement.text;

const names = new Intl.DisplayNames(['en-GB'], { type: 'language' });

export const statementLanguages = (Object.keys(statement.text) as StatementLanguage[]) // its own keys
  .map((tag) => [tag, names.of(tag) ?? tag] as const);

/** The tag itself where the browser has no word for it. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
