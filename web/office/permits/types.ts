/** A permit as the server shows it, the settings that it is judged by, and what is said of its states. */
import type { Permit as StoredPermit } from '../../../shared/resources/permit/fields.ts';
import enums from '../../../shared/reference/enums.json' with { type: 'json' };
import type { Tone } from '../../ui/icon.tsx';
import { asWords } from '../../ui/status.ts';
import type { Somebody } from '../base/people.ts';
import type { Rest } from '../base/attempt.ts';

export type Permit = Awaited<ReturnType<Rest['getPermit']>>;
export type PermitRow = Awaited<ReturnType<Rest['listPermits']>>['data'][number];
export type Settings = Awaited<ReturnType<Rest['getOrganisation']>>['settings'];

/** Each with its word. */
export const permitTypes = enums.permit_type.map((type) => [type, asWords(type)] as const);

/** What the panels of a permit get. `again` shows it as a change left it, or reads it once more. */
export interface PermitPart {
  readonly permit: Permit;
  readonly settings: Settings;
  readonly mayWrite: boolean;
  readonly again: (changed?: Permit) => void;
}

export const stateTones: Readonly<Record<Permit['state'], Tone>> = {
  draft: 'plain',
  requested: 'act',
  authorised: 'act',
  open: 'safe',
  suspended: 'care',
  work_complete: 'care',
  closed: 'plain',
  cancelled: 'plain',
  expired: 'stop',
};

/** Its title, else its type and place. */
export function nameOf({
  title,
  permit_type: type,
  location,
}: Pick<Permit, 'title' | 'permit_type' | 'location'>): string {
  return title ?? [asWords(type), location].filter(Boolean).join(', ');
}

/** For the rules of shared/, which read nothing of what the reply leaves out. */
export function asStored(permit: Permit): StoredPermit {
  return { ...permit, reminded: { expiring: null, overdue_close: null } };
}

/** In whose name a step is recorded: who answers for it, not who writes it down. */
export function inName(person: Permit['holder']): Somebody | null {
  return person?.name ? { ...person, id: person.id ?? null } : null;
}
