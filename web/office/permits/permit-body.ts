/** A permit as its form holds it: every field a text, times as they are stored. */
import type { Rest } from '../base/attempt.ts';
import { checksOf, itemsOf, type Asked } from './checks.ts';
import type { Permit, Settings } from './types.ts';

type Body = NonNullable<NonNullable<Parameters<Rest['createPermit']>[0]>['body']>;

const texts = ['location', 'description', 'plant', 'hazards', 'precautions', 'ppe'] as const;
const minutes = ['closing_check_minutes', 'closing_check_every_minutes'] as const;

export type Written = Readonly<
  Record<
    | (typeof texts)[number]
    | (typeof minutes)[number]
    | 'permit_type'
    | 'site_id'
    | 'document_id'
    | 'linked_document'
    | 'valid_from'
    | 'valid_to'
    | keyof ReturnType<typeof askedTexts>,
    string
  >
>;

const [quarterMs, hourMs] = [900_000, 3_600_000];
/** A shift, where the type allows that long. */
const usualHours = 8;

/** A new one begins at the next quarter of an hour. */
export function startOf(
  permit: Permit | null,
  { permit: { max_duration_hours: most } }: Settings,
  now: number,
): Written {
  const type = permit?.permit_type ?? 'hot_work';
  const from = Math.ceil(now / quarterMs) * quarterMs;
  const hours = Math.min(usualHours, most[type] ?? most['default'] ?? usualHours);
  const of = <Name extends string>(names: readonly Name[]): Record<Name, string> =>
    Object.fromEntries(
      names.map((name) => [name, String((permit as Record<string, unknown> | null)?.[name] ?? '')]),
    ) as Record<Name, string>; // the same names
  return {
    ...of(texts),
    ...of(minutes),
    permit_type: type,
    site_id: permit?.site_id ?? '',
    document_id: permit?.document_id ?? '',
    linked_document: permit?.linked_document_ids[0] ?? '',
    valid_from: permit ? (permit.valid_from ?? '') : new Date(from).toISOString(),
    valid_to: permit ? (permit.valid_to ?? '') : new Date(from + hours * hourMs).toISOString(),
    ...askedTexts(checksOf(permit?.checks ?? [])),
  };
}

/** What is checked before the start, each thing on a line. */
export function askedTexts({ isolations, isGasTested, others }: Asked) {
  return { isolations: isolations.join('\n'), gas_tested: isGasTested ? 'yes' : '', checks: others.join('\n') };
}

export function askedIn({ isolations, gas_tested: gas, checks }: Written): Asked {
  const lines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
  return { isolations: lines(isolations), isGasTested: gas !== '', others: lines(checks) };
}

/** What the form does not show of a permit stays as it is. */
export function permitBody(written: Written, permit: Permit | null): Body {
  const { permit_type: type, site_id, document_id, linked_document: linked, valid_from, valid_to } = written;
  const others = permit?.linked_document_ids.slice(1) ?? [];
  const known = new Map(permit?.checks.map((check) => [check.item, check]));
  return {
    permit_type: type,
    site_id: site_id || null,
    document_id: document_id || null,
    linked_document_ids: [...new Set([...(linked ? [linked] : []), ...others])],
    ...Object.fromEntries(texts.map((name) => [name, written[name].trim() || null])),
    // Only the form of hot work shows them.
    ...Object.fromEntries(
      minutes.map((name) => [name, type !== 'hot_work' || written[name].trim() === '' ? null : Number(written[name])]),
    ),
    valid_from: valid_from || null,
    valid_to: valid_to || null,
    checks: itemsOf(askedIn(written)).map((item) => known.get(item.trim()) ?? { item: item.trim() }),
  };
}
