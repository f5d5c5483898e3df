/**
 * Who is expected to sign a document here, and who has: people named in it, those whom a briefer added on this tablet, and others who
 * signed. The office counts the same way (shared/resources/signoff).
 */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { matchPeople } from '../../../shared/resources/signoff/match-people.ts';
import type { Briefed } from '../../ui/roster-strip.tsx';
import { contentOf, type Named } from './content.ts';

export interface Person {
  readonly id: string | null;
  readonly name: string;
  readonly employer: string | null;
  readonly trade: string | null;
  readonly language: string;
}

export interface Added extends Person {
  /** The version that was in force then; a later one that names the same name means this person. */
  readonly version: number;
}

export interface Member extends Person {
  /** In addresses of screens; unique in its crew. */
  readonly key: string;
  readonly briefed: Briefed;
  /** Of the sign-off that counts. */
  readonly signedAt: string | null;
}

type Version = Pick<Shown<'version'>, 'document_id' | 'version' | 'content'>;
type Signoff = Pick<
  Shown<'signoff'>,
  'document_id' | 'document_version' | 'status' | 'worker' | 'capture' | 'created_at'
>;

/** Roles that decide or advise from the office do not sign at the gate. */
const notOnCrew = new Set(['author', 'safety_adviser', 'designer', 'project_manager', 'principal_contractor_manager']);

export function crewOf(
  version: Version,
  signoffs: readonly Signoff[],
  added: readonly Added[] = [],
): readonly Member[] {
  const named = contentOf(version)
    .personnel.filter((each) => !notOnCrew.has((each as { readonly role?: string }).role ?? ''))
    .map(personOf);
  const names = new Set(named.map(({ name }) => name.toLowerCase()));
  const stillAdded = added.filter((each) => each.version === version.version || !names.has(each.name.toLowerCase()));
  const counted = signoffs
    .filter(({ document_id: document, status }) => document === version.document_id && answers.has(status))
    .toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)));
  const { expected, others } = matchPeople<Person, Signoff>([...named, ...stillAdded], counted, {
    person: (person) => person,
    signer: ({ worker }) => ({ id: worker.id ?? null, name: worker.name }),
  });
  const unexpected = others.flatMap((own) => (own[0] ? [{ person: signerOf(own[0]), own }] : []));
  const keys = new Map<string, number>();
  return [...expected, ...unexpected].map(({ person, own }) => ({
    ...person,
    key: uniqueKey(person, keys),
    ...stateOf(own, version),
  }));
}

const answers = new Set(['recorded', 'declined']);

/** The last answer to this version counts, a refusal like a signature; else the last signature of another version. */
function stateOf(own: readonly Signoff[], { version }: Version): Pick<Member, 'briefed' | 'signedAt'> {
  const current = own.findLast(({ document_version: signed }) => signed === version);
  const last = current ?? own.findLast(({ status }) => status === 'recorded');
  const briefed = last ? (last.status === 'declined' ? 'declined' : current ? 'current' : 'old') : 'missing';
  return { briefed, signedAt: last ? timeOf(last) : null };
}

function timeOf({ capture, created_at: at }: Signoff): string {
  return capture.captured_at_corrected ?? capture.captured_at_device ?? at;
}

function personOf(each: Named): Person {
  return {
    id: each.person_id ?? null,
    name: each.name,
    employer: each.employer_name ?? null,
    trade: each.trade ?? null,
    language: each.preferred_language ?? 'en',
  };
}

function signerOf({ worker }: Signoff): Person {
  return {
    id: worker.id ?? null,
    name: worker.name,
    employer: worker.employer_name ?? null,
    trade: worker.trade ?? null,
    language: worker.language ?? 'en',
  };
}

/** Dots alone would be a step up in an address. */
function uniqueKey({ id, name }: Person, used: Map<string, number>): string {
  const key = encodeURIComponent(id ?? name.toLowerCase()).replaceAll('.', '~');
  const count = (used.get(key) ?? 0) + 1;
  used.set(key, count);
  return count === 1 ? key : `${key}~${count}`;
}
