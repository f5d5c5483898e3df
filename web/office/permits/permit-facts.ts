/** What a permit says, in lines: as it is shown, and what of it was changed since somebody looked. */
import { asWords } from '../../ui/status.ts';
import { zoneAt } from '../base/local-time.ts';
import { atTime } from '../base/times.ts';
import type { Permit } from './types.ts';

type Sites = readonly { readonly id: string; readonly name: string }[];
type Facts = readonly (readonly [name: string, value: string | null | undefined])[];

export function factsOf(permit: Permit, sites: Sites): Facts {
  const { closure_exception: exception } = permit;
  return [
    ['Work', permit.description],
    ['Site', sites.find(({ id }) => id === permit.site_id)?.name],
    ['Place', permit.location],
    ['Plant', permit.plant],
    ['Valid from', timed(permit.valid_from)],
    ['Valid to', timed(permit.valid_to)],
    ['Asked for by', permit.requested_by?.name],
    ['Issuer', permit.issuer?.name],
    ['Holder', permit.holder?.name],
    ['Explained to', permit.explained_to.map(({ name }) => name).join(', ')],
    ['Hazards', permit.hazards],
    ['Precautions', permit.precautions],
    ['PPE', permit.ppe],
    ['Checked before the start and after a stop', permit.checks.map(({ item }) => item).join('\n')],
    ['Cancelled because', permit.cancel_reason],
    [
      'Closed without all that is asked for',
      exception && `${exception.reason} (accepted by ${exception.accepted_by?.name})`,
    ],
    ['Notes on closing', permit.closure_notes],
  ];
}

/** With its zone: a permit is read in others, too. */
function timed(at: string | null | undefined): string | null {
  return at ? `${atTime(at)} ${zoneAt(at)}` : null;
}

/** Each line that differs, as it was and as it is. */
export function changedFacts(
  before: Permit,
  now: Permit,
  sites: Sites,
): readonly (readonly [name: string, before: string, now: string])[] {
  const was = linesOf(before, sites);
  const changed = linesOf(now, sites).flatMap(([name, value], i) => {
    const old = was[i]?.[1] ?? '';
    return (value ?? '') === old ? [] : [[name, old, value ?? ''] as const];
  });
  return documentsOf(before) === documentsOf(now) ? changed : [...changed, ['Documents', 'some', 'others'] as const];
}

function documentsOf({ document_id: form, linked_document_ids: linked }: Permit): string {
  return [form, ...linked].join(' ');
}

/** With what its panels show. */
function linesOf(permit: Permit, sites: Sites): Facts {
  const { fire_watch: watch } = permit;
  return [
    ['State', asWords(permit.state)],
    ...factsOf(permit, sites),
    ['Gas tests', counted(permit.atmosphere_tests)],
    [
      'Isolations',
      permit.isolations.map(({ system, reinstated_at }) => `${system}${reinstated_at ? ' (back)' : ''}`).join(', '),
    ],
    ['Fire watch', watch && `from ${atTime(watch.started_at ?? '')}${watch.ended_at ? ' (ended)' : ''}`],
    ['Checks after the work', counted(permit.closing_checks)],
  ];
}

function counted(entries: readonly unknown[] = []): string {
  return entries.length === 0 ? '' : String(entries.length);
}
