/** Forms of a sentence by a count, as each language has them. */

interface Forms {
  /** Of all counts that have no form of their own. */
  readonly other: string;
  readonly one?: string;
  readonly few?: string;
  readonly many?: string;
}

export function pluralIn(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, { other, ...forms }) =>
    (forms as Partial<Record<Intl.LDMLPluralRule, string>>)[rules.select(count)] ?? other;
}
