/** Small crews, made of what a crew is counted from. */
import { crewOf } from '../../../web/field/base/crew.ts';

export type Signoff = Parameters<typeof crewOf>[1][number];
export type Records = NonNullable<Parameters<typeof crewOf>[2]>;

export const person = (name: string, id: string | null = null, employer_name: string | null = null) => ({
  name,
  person_id: id,
  employer_name,
});
export const documentOf = (version: number, ...personnel: ReturnType<typeof person>[]) => ({
  document_id: 'd',
  version,
  content: { hazards: [], sections: [], personnel },
});

export function answer(
  name: string,
  more: { id?: string; employer_name?: string; status?: string; version?: number; at?: string } = {},
): Signoff {
  const { id, employer_name, status = 'recorded', version = 1, at = '08:00' } = more;
  const created_at = `2026-11-23T${at}:00.000Z`;
  // Only what a crew is made of.
  return {
    document_id: 'd',
    document_version: version,
    status,
    worker: { name, id, employer_name },
    capture: {},
    created_at,
  } as unknown as Signoff;
}

/** Each version needs a new briefing, unless an earlier one is said to be `also` in force. */
export function crewAt(
  version: ReturnType<typeof documentOf>,
  signoffs: readonly Signoff[],
  records: Records = [],
  also = version.version,
) {
  const isCurrent = ({ document_version: signed }: Signoff) => signed === version.version || signed === also;
  return crewOf(
    version,
    signoffs.map((each) => ({ ...each, currency: isCurrent(each) ? 'current' : 'superseded' })),
    records,
  );
}

/** Each with how far they are. */
export const shown = (...given: Parameters<typeof crewAt>): string[] =>
  crewAt(...given).members.map(({ name, briefed }) => `${name} ${briefed}`);
