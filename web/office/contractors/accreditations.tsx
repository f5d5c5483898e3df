/** What a contractor has to show, and how long it is good for: its scheme membership and its insurance. */
import type { Tone } from '../../ui/icon.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { Rest } from '../base/attempt.ts';
import { everyRow } from '../base/every-row.ts';
import { rest } from '../base/server.ts';
import { daysUntil, onDay, soonDays } from '../base/times.ts';

export type Read = Awaited<ReturnType<Rest['getContractor']>>;

interface Accreditation {
  readonly word: string;
  readonly until: string;
}

/** What it has to show, with the day on which each runs out. */
export function accreditationsOf({ ssip, insurance }: Pick<Read, 'ssip' | 'insurance'>): Accreditation[] {
  const all = [
    { word: ssip?.scheme ?? 'Scheme', until: ssip?.expires_on },
    { word: 'Insurance', until: insurance?.expires_on },
  ];
  return all
    .flatMap(({ word, until }) => (until ? [{ word, until }] : []))
    .toSorted((a, b) => a.until.localeCompare(b.until));
}

/** Those that run out soon or did. */
export function soonOf(contractor: Pick<Read, 'ssip' | 'insurance'>): Accreditation[] {
  return accreditationsOf(contractor).filter(({ until }) => daysUntil(until) <= soonDays);
}

/** Without those who do not work for us any more. */
export const readActive = () => everyRow((page) => rest.listAllContractors({ query: { status: 'active', ...page } }));

/** The one whose paper runs out first comes first. */
export function byExpiry(a: Read, b: Read): number {
  const firstOf = (each: Read): string => accreditationsOf(each)[0]?.until ?? '9999';
  return firstOf(a).localeCompare(firstOf(b)) || a.name.localeCompare(b.name);
}

/** `isShort` = only those that run out soon or did. */
export function Accreditations({
  contractor,
  isShort = false,
}: {
  readonly contractor: Read;
  readonly isShort?: boolean;
}) {
  const shown = isShort ? soonOf(contractor) : accreditationsOf(contractor);
  return (
    <>
      {shown.map(({ word, until }) => {
        const days = daysUntil(until);
        const tone: Tone = days < 0 ? 'stop' : days <= soonDays ? 'care' : 'plain';
        return (
          <Tag key={word} tone={tone}>
            {word} {days < 0 ? 'ran out' : 'until'} {onDay(until)}
          </Tag>
        );
      })}
    </>
  );
}
