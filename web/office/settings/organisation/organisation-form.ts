/** The settings of the organisation as a form holds them: every one a text. */
import type { rest } from '../../base/server.ts';
import { documentTypes, type DocumentType } from '../../documents/types.ts';

export type Organisation = Awaited<ReturnType<typeof rest.getOrganisation>>;
type Body = NonNullable<NonNullable<Parameters<typeof rest.updateOrganisation>[0]>['body']>;
export type SaveSettings = (settings: NonNullable<Body['settings']>) => Promise<boolean>;

export function months(
  intervals: Organisation['settings']['document_review_interval_months'],
): Record<DocumentType, string> {
  return Object.fromEntries(documentTypes.map(([type]) => [type, String(intervals[type] ?? '')])) as Record<
    DocumentType,
    string
  >; // every type
}

/** For a map of numbers: where nothing is written, the number is taken out of it, which null says (OG2). */
export function numbersIn<Name extends string>(texts: Readonly<Record<Name, string>>): Record<Name, number> {
  return Object.fromEntries(
    Object.entries<string>(texts).map(([name, text]) => [name, text.trim() === '' ? null : Number(text)]),
  ) as Record<Name, number>; // the same names; the types of a map do not know its null
}

/** "60, 30, 7": what is written with commas or spaces between. */
export function listIn(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
