/** Who is expected to sign a document here, and who has: by the rule by which server and office count (shared/resources/signoff). */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { foldedName } from '../../../shared/model/person-name.ts';
import { withEmployer } from '../../../shared/model/same-person.ts';
import { isInForce } from '../../../shared/model/validity.ts';
import { crewFrom, type CrewRecord, type NotHere } from '../../../shared/resources/signoff/crew.ts';
import type { Answer } from '../../../shared/resources/signoff/standing.ts';
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
  /** In addresses of screens; unique in its crew, and the same when somebody else of the name leaves. */
  readonly key: string;
  /** The name, and the employer where another person of the name is, or was, on this crew. */
  readonly label: string;
  readonly briefed: Briefed;
  /** Of the sign-off that counts. */
  readonly signedAt: string | null;
  readonly signed_version: number | null;
  /** Of their last signature, also where they refused since. */
  readonly last_signed_version: number | null;
  /** Which of several people of this name and employer without an id: 0 = the first. */
  readonly namesake: number;
  /** Records without which this person would not be expected. */
  readonly addedBy: readonly string[];
}

export interface Crew {
  readonly members: readonly Member[];
  readonly notHere: readonly NotHere[];
}

type Version = Pick<Shown<'version'>, 'document_id' | 'content'>;
type Signoff = Pick<
  Shown<'signoff'>,
  'document_id' | 'document_version' | 'status' | 'currency' | 'worker' | 'capture' | 'created_at'
>;

/** @param records what was said of crews, of this document among others */
export function crewOf(
  version: Version,
  signoffs: readonly Signoff[],
  records: readonly (CrewRecord & { readonly document_id: string })[] = [],
): Crew {
  const isOwn = ({ document_id: document }: { readonly document_id: string }): boolean =>
    document === version.document_id;
  const { here, notHere } = crewFrom(
    contentOf(version).personnel,
    records.filter(isOwn),
    signoffs.filter(isOwn).map(answerOf),
  );
  const keys = new Map<string, number>();
  const names = [...here, ...notHere].map(({ name }) => foldedName(name));
  const isShared = (name: string): boolean => names.filter((each) => each === foldedName(name)).length > 1;
  const members = here.map(({ employer_name: employer, language, state: briefed, signed_at: signedAt, ...person }) => ({
    ...person,
    employer,
    language: language ?? 'en',
    key: uniqueKey({ ...person, employer }, keys),
    label: isShared(person.name) ? withEmployer({ ...person, employer_name: employer }) : person.name,
    briefed,
    signedAt,
  }));
  return { members, notHere };
}

/** Whether somebody has signed since then; a refusal is no signature. */
export function isSignedSince(crew: readonly Pick<Member, 'briefed' | 'signedAt'>[], at: string): boolean {
  return crew.some(
    ({ briefed, signedAt }) => briefed === 'current' && signedAt !== null && Date.parse(signedAt) > Date.parse(at),
  );
}

export function answerOf({ worker, status, currency, document_version, capture, created_at }: Signoff): Answer {
  return {
    worker,
    status,
    isCurrent: isInForce(currency),
    version: document_version ?? null,
    at: capture.captured_at_corrected ?? capture.captured_at_device ?? created_at,
  };
}

/** Dots alone would be a step up in an address, and half a surrogate pair has no place in one. */
function uniqueKey(
  { id, name, employer }: Pick<Person, 'id' | 'name' | 'employer'>,
  used: Map<string, number>,
): string {
  const words = id ?? [name, employer].filter(Boolean).join(', ').toLowerCase();
  const key = encodeURIComponent(words.toWellFormed()).replaceAll('.', '~');
  const count = (used.get(key) ?? 0) + 1;
  used.set(key, count);
  return count === 1 ? key : `${key}~${count}`;
}
