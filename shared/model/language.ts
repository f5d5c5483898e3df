/** Language tags (BCP 47), such as `pl` or `pa-Guru`: how long one may be, and which language it means. */

/** As RFC 5646 asks of any software. */
export const longestTag = 35;

/** `pl` of `pl-PL`: statements and words are in a language, not in a variant of it. */
export function languageOf(tag: string | null | undefined): string {
  return (tag || 'en').toLowerCase().split('-')[0] ?? 'en';
}
