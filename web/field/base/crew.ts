/** Who is expected to sign a document here, and who has: by the rule by which server and office count (shared/resources/signoff). */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { crewFrom, type CrewRecord, type NotHere } from '../../../shared/resources/signoff/crew.ts';
import type { Briefed } from '../../ui/roster-strip.tsx';
import { contentOf } from './content.ts';

export interface Person {
  readonly id: string | null;
  readonly name: string;
  readonly employer: string | null;
  readonly trade: string | null;
  readonly language: string;
}

export interface Member extends Person {
  /** In addresses of screens; unique in its crew. */
  readonly key: string;
  readonly briefed: Briefed;
  /** Of the sign-off that counts. */
  readonly signedAt: string | null;
  /** Which of several people of this name: 0 = the first. */
  readonly namesake: number;
  /** Records without which this person would not be expected. */
  readonly addedBy: readonly string[];
}

export interface Crew {
  readonly members: readonly Member[];
  readonly notHere: readonly NotHere[];
}

type Version = Pick<Shown<'version'>, 'document_id' | 'version' | 'content'>;
type Signoff = Pick<
  Shown<'signoff'>,
  'document_id' | 'document_version' | 'status' | 'worker' | 'capture' | 'created_at'
>;

/** @param records what was said of crews, of this document among others */
export function crewOf(
  version: Version,
  signoffs: readonly Signoff[],
  records: readonly (CrewRecord & { readonly document_id: string })[] = [],
): Crew {
  const isOwn = ({ document_id: document }: { readonly document_id: string }): boolean =>
    document === version.document_id;
  const counted = signoffs
    .filter((each) => isOwn(each) && answers.has(each.status))
    .toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)));
  const { here, notHere } = crewFrom(
    contentOf(version).personnel,
    records.filter(isOwn),
    counted,
    (own) => stateOf(own, version).briefed === 'current',
  );
  const keys = new Map<string, number>();
  const members = here.map(({ own, employer_name: employer, language, ...person }) => ({
    ...person,
    employer,
    language: language ?? 'en',
    key: uniqueKey(person, keys),
    ...stateOf(own, version),
  }));
  return { members, notHere };
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

/** Dots alone would be a step up in an address. */
function uniqueKey({ id, name }: Pick<Person, 'id' | 'name'>, used: Map<string, number>): string {
  const key = encodeURIComponent(id ?? name.toLowerCase()).replaceAll('.', '~');
  const count = (used.get(key) ?? 0) + 1;
  used.set(key, count);
  return count === 1 ? key : `${key}~${count}`;
}
