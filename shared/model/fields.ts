/** Building blocks of the kinds' schemas: shared limits and formats. */
import * as z from 'zod';
import { withLineFeeds } from '../base/line-endings.ts';
import { trimmedVisible } from '../base/visible-text.ts';
import { longestTag } from './language.ts';
import { firstYear, isInReach, lastYear } from '../base/years.ts';
import { sameJson } from '../crypto/canonical.ts';
import type { FieldProblem } from './problem.ts';
import { invalid } from './validation.ts';

/** All fields of a length share a schema: one each would take a server 0.7 MB more at rest, and a tablet longer to start. */
function oncePerLength<Lengths extends readonly number[], Schema>(
  make: (...lengths: Lengths) => Schema,
): (...lengths: Lengths) => Schema {
  const made = new Map<string, Schema>();
  return (...lengths) => {
    const key = lengths.join();
    const schema = made.get(key) ?? make(...lengths);
    made.set(key, schema);
    return schema;
  };
}

/** Free text; empty text is allowed, absent and null mean "not given". */
export const text = oncePerLength((max: number) => z.string().max(max).nullable().optional());
export const languageTag = text(longestTag);
/** Text that merges by line and word: stored with line feeds only, so that a merge never depends on the author's editor. */
export const longText = oncePerLength((max: number) => z.string().overwrite(withLineFeeds).max(max).nullable());
/** Required text, of which something can be seen. */
export const label = oncePerLength((min: number, max: number) =>
  z.string().overwrite(trimmedVisible).min(min).max(max),
);
const onOneLine = /^\P{Cc}*$/u;
const noControls = 'must not hold control characters';

/** Required text on one line, for mail headers or columns of the store. */
export const oneLine = oncePerLength((max: number) => label(1, max).regex(onOneLine, noControls));
/** The same; text that shows nothing means "not given". */
export const oneLineOrNone = oncePerLength((max: number) =>
  z.string().overwrite(trimmedVisible).max(max).regex(onOneLine, noControls).nullable().optional(),
);
/** Stored in lower case: RFC 9562 ids are case-insensitive, and an id in capitals must not become another record. */
export const recordId = z.uuid().toLowerCase();
export const reference = recordId.nullable().optional();
const inReach = `must lie in the years ${firstYear} to ${lastYear}`;
export const day = z.iso.date({ abort: true }).refine(isInReach, inReach);
export const date = day.nullable().optional();
export const instant = z.iso.datetime({ offset: true, abort: true }).refine(isInReach, inReach);
/** As the clock of a device says, however wrong it is: evidence is not refused for that. */
export const claimedInstant = z.iso.datetime({ offset: true });
export const email = z.email().max(254).nullable().optional();
export const rating = z.int().min(1).max(5).nullable().optional();
/**
 * A position key (merge/order.ts): never ends in `0`, because nothing fits just before that. The position that people see is computed from
 * it.
 */
export const sortKey = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[0-9A-Za-z]*[1-9A-Za-z]$/);
export const sha256Field = z.string().regex(/^sha256:[0-9a-f]{64}$/);
export const person = z.object({ id: z.string().max(64).nullable().optional(), name: z.string().max(200) });
export const amount = z.object({ value: z.number().nullable().optional(), unit: text(60) });

export const mostPhotos = 20;

/**
 * Site photos that belong to a record, by id; `alt` says what they show to who cannot see them. `sha256` is that of the file that the author
 * saw, as the server keeps it or as a device sent it: as content it is sealed with the version, and no other file is printed.
 */
export const photos = z
  .array(
    z.object({
      id: recordId,
      caption: text(500),
      alt: text(500),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .nullable()
        .optional(),
    }),
  )
  .max(mostPhotos)
  .optional();
export type Photos = z.infer<typeof photos>;

export const control = z.object({
  id: recordId.optional(),
  description: label(1, 1000),
  hierarchy_level: z
    .enum(['elimination', 'substitution', 'engineering', 'administrative', 'ppe'])
    .nullable()
    .optional(),
  responsibility: text(200),
});
export type Control = z.infer<typeof control>;

/**
 * Controls merge by id, so each gets one on arrival. A control without an id takes that of the current control with the same text, or of
 * the one in its place if that id is free. An unchanged list keeps its ids.
 */
export function withIds(
  controls: readonly Control[],
  current: readonly Control[] | undefined,
  newId: () => string,
): Control[] {
  if (current && sameJson(controls, current)) return [...controls];
  const taken = new Set(controls.map(({ id }) => id));
  const claim = (entry: Control, found: Control | undefined): Control => {
    if (entry.id || !found?.id || taken.has(found.id)) return entry;
    taken.add(found.id);
    return { ...entry, id: found.id };
  };
  const sameWords = ({ description: words }: Control): Control | undefined =>
    current?.find(({ id, description }) => !taken.has(id) && description === words);
  return controls
    .map((entry) => claim(entry, sameWords(entry)))
    .map((entry, i) => claim(entry, current?.[i]))
    .map((entry) => ({ ...entry, id: entry.id ?? newId() }));
}

interface Identified {
  readonly id?: string | undefined;
}

/** Throws `validation_failed` if two entries of a list share an id. Existing duplicates may stay. */
export function requireOwnIds(
  field: string,
  entries: readonly Identified[] | undefined,
  current: readonly Identified[] | undefined,
): void {
  const places = new Map<string, number>();
  for (const { id } of current ?? []) if (id !== undefined) places.set(id, (places.get(id) ?? 0) + 1);
  const errors = (entries ?? []).flatMap(({ id }, i): FieldProblem[] => {
    if (id === undefined) return [];
    const left = places.get(id) ?? 1;
    places.set(id, left - 1);
    const detail = 'another entry of the list has this id';
    return left > 0 ? [] : [{ pointer: `#/${field}/${i}/id`, code: 'not_unique', detail }];
  });
  if (errors.length > 0) throw invalid(errors);
}
