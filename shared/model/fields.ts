/** Building blocks of the kinds' shapes: limits and formats that several of them share. */
import * as z from 'zod';
import { sameJson } from '../crypto/canonical.ts';
import type { FieldProblem } from './problem.ts';
import { invalid } from './validation.ts';

/** Free text; empty text is allowed, absent and null mean "not given". */
export const text = (max: number) => z.string().max(max).nullable().optional();
/** Text that must say something. */
export const label = (min: number, max: number) => z.string().trim().min(min).max(max);
/** The same on one line, for a mail header or a column of the store. */
export const oneLine = (max: number) => label(1, max).regex(/^\P{Cc}*$/u, 'must not hold control characters');
/** Stored in lower case: RFC 9562 has both cases mean the same, and an id in capitals must not be another record. */
export const recordId = z.uuid().toLowerCase();
export const reference = recordId.nullable().optional();
export const date = z.iso.date().nullable().optional();
export const instant = z.iso.datetime({ offset: true });
export const email = z.email().max(254).nullable().optional();
export const rating = z.int().min(1).max(5).nullable().optional();
/** A position key (see order.ts): none ends in `0`, because nothing fits just before it. The place that people see is counted from it. */
export const sortKey = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[0-9A-Za-z]*[1-9A-Za-z]$/);
export const sha256Field = z.string().regex(/^sha256:[0-9a-f]{64}$/);
export const person = z.object({ id: z.string().max(64).nullable().optional(), name: z.string().max(200) });
export const amount = z.object({ value: z.number().nullable().optional(), unit: text(60) });

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
 * Controls are merged by id, so each gets one when it first arrives. One that comes without an id takes the id of the present control with
 * the same words, or else of the one in its place if that is not used otherwise. A list that nobody changed stays the same.
 */
export function withIds(
  controls: readonly Control[],
  standing: readonly Control[] | undefined,
  newId: () => string,
): Control[] {
  if (standing && sameJson(controls, standing)) return [...controls];
  const taken = new Set(controls.map(({ id }) => id));
  const claim = (entry: Control, found: Control | undefined): Control => {
    if (entry.id || !found?.id || taken.has(found.id)) return entry;
    taken.add(found.id);
    return { ...entry, id: found.id };
  };
  const sameWords = ({ description: words }: Control): Control | undefined =>
    standing?.find(({ id, description }) => !taken.has(id) && description === words);
  return controls
    .map((entry) => claim(entry, sameWords(entry)))
    .map((entry, i) => claim(entry, standing?.[i]))
    .map((entry) => ({ ...entry, id: entry.id ?? newId() }));
}

interface Identified {
  readonly id?: string | undefined;
}

/** Throws `validation_failed` where two entries of a list have one id. Those that stand so already may stay. */
export function requireOwnIds(
  field: string,
  entries: readonly Identified[] | undefined,
  standing: readonly Identified[] | undefined,
): void {
  const places = new Map<string, number>();
  for (const { id } of standing ?? []) if (id !== undefined) places.set(id, (places.get(id) ?? 0) + 1);
  const errors = (entries ?? []).flatMap(({ id }, i): FieldProblem[] => {
    if (id === undefined) return [];
    const left = places.get(id) ?? 1;
    places.set(id, left - 1);
    const detail = 'another entry of the list has this id';
    return left > 0 ? [] : [{ pointer: `#/${field}/${i}/id`, code: 'not_unique', detail }];
  });
  if (errors.length > 0) throw invalid(errors);
}
