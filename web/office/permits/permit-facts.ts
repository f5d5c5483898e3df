/**
 * What a permit says, field by field: as its page shows it, and what of it was changed since somebody looked. The table is total, for nobody
 * decides on what they have not seen.
 */
import { withEmployer } from '../../../shared/model/same-person.ts';
import { asWords } from '../../ui/status.ts';
import { zoneAt } from '../base/local-time.ts';
import { atTime } from '../base/times.ts';
import { readingsOf } from './checks.ts';
import { actionWord, saidIn } from './permit-log.tsx';
import type { Permit } from './types.ts';

type Sites = readonly { readonly id: string; readonly name: string }[];
type Said = string | null | undefined | readonly string[];
type Person = { readonly name: string; readonly employer_name?: string | null | undefined } | null | undefined;

interface Fact<Value> {
  readonly word: string;
  /** Of a list, each entry. */
  readonly say: (value: Value, sites: Sites) => Said;
  /** Among what the permit allows, on its page. */
  readonly isShown?: true;
  /** Changes that it does not say are said by other fields. */
  readonly isPartly?: true;
}

const text = (word: string): Fact<string | null | undefined> => ({ word, say: (said) => said, isShown: true });
const person = (word: string): Fact<Person> => ({ word, say: (someone) => someone && withEmployer(someone) });
const time = (word: string): Fact<string | null | undefined> => ({ word, say: timed });
const minutes = (word: string): Fact<number | null | undefined> => ({
  word,
  say: (count) => (count == null ? null : String(count)),
  isShown: true,
});
const shown = <Value>(fact: Fact<Value>): Fact<Value> => ({ ...fact, isShown: true });
const none = (): null => null;
/** Steps that are entries of a field of their own. */
const inLists: readonly string[] = ['suspend', 'hand_over', 'record_isolation', 'closing_check', 'final_check'];

/** Null = nobody decides on it, or another field says it. */
const facts: { readonly [Field in keyof Permit]-?: Fact<Permit[Field]> | null } = {
  id: null,
  revision: null,
  created_at: null,
  created_by: null,
  updated_at: null,
  events: null,
  state: { word: 'State', say: asWords },
  permit_number: { word: 'Number', say: (number) => number },
  permit_type: { word: 'Type', say: asWords },
  title: { word: 'Title', say: (title) => title },
  description: text('Work'),
  project_id: { word: 'Project', say: none },
  site_id: shown({ word: 'Site', say: (site, sites) => sites.find(({ id }) => id === site)?.name }),
  location: text('Place'),
  plant: text('Plant'),
  valid_from: shown(time('Valid from')),
  valid_to: shown(time('Valid to')),
  requested_by: shown(person('Asked for by')),
  requested_at: time('Asked for at'),
  issuer: shown(person('Issuer')),
  authorised_by: null,
  authorised_at: time('Issued at'),
  holder: shown(person('Holder')),
  accepted_by: null,
  accepted_at: time('Accepted at'),
  explained_to: shown({ word: 'Explained to', say: (people) => people.map(withEmployer) }),
  hazards: text('Hazards'),
  precautions: text('Precautions'),
  ppe: text('PPE'),
  checks: shown({
    word: 'Checked before the start and after a stop',
    say: (checks) => checks.map(({ item, response }) => (response ? `${item}: ${response}` : item)),
  }),
  closing_check_minutes: minutes('Minutes of checks after the fire watch'),
  closing_check_every_minutes: minutes('Minutes between two checks'),
  document_id: { word: 'Permit form', say: none },
  linked_document_ids: { word: 'Documents', say: none },
  attachments: { word: 'Attached', say: (files) => files.map(({ name }) => name) },
  opened_at: time('Opened at'),
  suspensions: {
    word: 'Stops',
    say: (stops) =>
      stops.map(({ suspended_at, suspended_by, reason, resumed_at, resumed_by }) =>
        inLine(
          timed(suspended_at),
          suspended_by?.name,
          reason,
          resumed_at && `resumed ${timed(resumed_at)}`,
          resumed_by?.name,
        ),
      ),
  },
  extensions: { word: 'Extended', say: (all) => all.map(({ to, by }) => inLine(to && `to ${timed(to)}`, by?.name)) },
  handovers: {
    word: 'Handed over',
    say: (all) =>
      all.map(({ at, from, to, role, notes }) => inLine(timed(at), role, from?.name, to && `to ${to.name}`, notes)),
  },
  isolations: {
    word: 'Isolations',
    say: (all) =>
      all.map(({ system, isolated_by, isolated_at, reinstated_at }) =>
        inLine(system, isolated_by?.name, timed(isolated_at), reinstated_at && `back ${timed(reinstated_at)}`),
      ),
  },
  isolations_reinstated_at: time('Isolations back at'),
  atmosphere_tests: {
    word: 'Gas tests',
    say: (tests) => tests.map((test) => inLine(readingsOf(test), test.by?.name, timed(test.at))),
  },
  work_complete_at: time('Work finished at'),
  work_complete_by: person('Work finished by'),
  fire_watch: {
    word: 'Fire watch',
    say: (watch) =>
      watch &&
      inLine(
        watch.fire_watcher?.name,
        watch.started_at && `from ${timed(watch.started_at)}`,
        watch.ended_at && `to ${timed(watch.ended_at)}`,
        watch.observed_minutes != null && `${watch.observed_minutes} of ${watch.required_minutes ?? 0} minutes`,
      ),
  },
  final_check: { word: 'Final check', say: (check) => check && checked(check) },
  closing_checks: { word: 'Checks after the work', say: (checks = []) => checks.map(checked) },
  cancel_reason: text('Cancelled because'),
  cancelled_at: time('Cancelled at'),
  cancelled_by: person('Cancelled by'),
  expired_at: time('Expired at'),
  closed_at: time('Closed at'),
  closed_by: person('Closed by'),
  closure_exception: shown({
    word: 'Closed without all that is asked for',
    say: (exception) => exception && `${exception.reason} (accepted by ${exception.accepted_by?.name})`,
  }),
  closure_notes: text('Notes on closing'),
  log: {
    word: 'What happened',
    isPartly: true,
    say: (log) =>
      log
        .filter((entry) => entry.effect === 'evidence' || (saidIn(entry) !== '' && !inLists.includes(entry.action)))
        .map((entry) => inLine(actionWord(entry), entry.by.name, timed(entry.at), saidIn(entry))),
  },
};

const names = Object.keys(facts) as readonly (keyof Permit)[]; // its own

/** For its page. */
export function factsOf(permit: Permit, sites: Sites): readonly (readonly [name: string, value: string | null])[] {
  return names.flatMap((name) => {
    const fact = facts[name];
    return fact?.isShown ? [[fact.word, linesOf(permit, name, sites).join('\n') || null] as const] : [];
  });
}

/** Each field that differs, as it was and as it is; of a list what is not in both. */
export function changedFacts(
  before: Permit,
  now: Permit,
  sites: Sites,
): readonly (readonly [name: string, before: string, now: string])[] {
  return names.flatMap((name) => {
    const fact = facts[name];
    if (!fact || JSON.stringify(before[name]) === JSON.stringify(now[name])) return [];
    const [was, is] = [linesOf(before, name, sites), linesOf(now, name, sites)];
    const gone = was.filter((line) => !is.includes(line)).join('; ');
    const come = is.filter((line) => !was.includes(line)).join('; ');
    if (gone !== '' || come !== '') return [[fact.word, gone, come] as const];
    return fact.isPartly ? [] : [[fact.word, 'some', 'others'] as const];
  });
}

function linesOf(permit: Permit, name: keyof Permit, sites: Sites): readonly string[] {
  const fact = facts[name] as Fact<unknown> | null; // of the field with this name
  const said = fact?.say(permit[name], sites) ?? [];
  return typeof said === 'string' ? [said].filter(Boolean) : said;
}

function checked({
  checked_by: by,
  checked_at: at,
  minutes_after_work: after,
  findings,
}: NonNullable<Permit['closing_checks']>[number]): string {
  return inLine(timed(at), after != null && `${after} minutes after the work`, by?.name, findings);
}

/** With its zone: a permit is read in others, too. */
function timed(at: string | null | undefined): string | null {
  if (!at || Number.isNaN(Date.parse(at))) return at ?? null;
  return `${atTime(at)} ${zoneAt(at)}`;
}

function inLine(...parts: readonly (string | null | undefined | false)[]): string {
  return parts.filter(Boolean).join(' · ');
}
