/** The settings of the organisation as a form holds them: every one a text. */
import { useEdit } from '../../base/edit.ts';
import type { Rest } from '../../base/attempt.ts';
import { rest } from '../../base/server.ts';
import { documentTypes, type DocumentType } from '../../documents/types.ts';

export type Organisation = Awaited<ReturnType<Rest['getOrganisation']>>;
export type Body = NonNullable<NonNullable<Parameters<Rest['updateOrganisation']>[0]>['body']>;
export type SaveSettings = (settings: NonNullable<Body['settings']>) => Promise<boolean>;

export interface PartProps {
  readonly organisation: Organisation;
  /** Of a switch, at once. */
  readonly save: SaveSettings;
  /** Of a form: whether it was saved. */
  readonly keep: (save: (attempt: Rest) => Promise<void>) => Promise<boolean>;
  readonly write: (attempt: Rest, base: Organisation, body: Body) => Promise<Organisation>;
  readonly isBusy: boolean;
}

/** The form of one part: only what was changed in it is sent. */
export function useSettings<Name extends string>(
  { organisation, keep, write }: PartProps,
  textsOf: (organisation: Organisation) => Readonly<Record<Name, string>>,
  bodyOf: (changes: Partial<Record<Name, string>>) => Body,
) {
  const form = useEdit<Name, Organisation>(organisation, textsOf, () => rest.getOrganisation());
  return {
    ...form,
    submit: () => keep((attempt) => form.save(({ base, changes }) => write(attempt, base, bodyOf(changes)))),
  };
}

export function months(
  intervals: Organisation['settings']['document_review_interval_months'],
): Record<DocumentType, string> {
  return Object.fromEntries(documentTypes.map(([type]) => [type, String(intervals[type] ?? '')])) as Record<
    DocumentType,
    string
  >; // every type
}

/** For a map of numbers: where nothing is written, the number is taken out of it, which null says (OG2). */
export function numbersIn<Name extends string>(texts: Partial<Readonly<Record<Name, string>>>): Record<Name, number> {
  return Object.fromEntries(
    Object.entries<string | undefined>(texts).map(([name, text = '']) => [
      name,
      text.trim() === '' ? null : Number(text),
    ]),
  ) as Record<Name, number>; // the same names; the types of a map do not know its null
}

/** "60, 30, 7": what is written with commas or spaces between. */
export function listIn(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
