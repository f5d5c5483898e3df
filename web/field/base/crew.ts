/** Who is expected to sign a document here, and who has: by the rule by which server and office count (shared/resources/signoff). */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { foldedName } from '../../../shared/model/person-name.ts';
import { withEmployer } from '../../../shared/model/same-person.ts';
import { isInForce } from '../../../shared/model/validity.ts';
import { crewFrom, type CrewRecord, type NotHere, type OnCrew } from '../../../shared/resources/signoff/crew.ts';
import type { Answer } from '../../../shared/resources/signoff/standing.ts';
import type { Briefed } from '../../ui/roster-strip.tsx';
import { contentOf } from './content.ts';

export interface Person {
  readonly id: string | null;
  readonly name: string;
  readonly employer: string | null;
  readonly trade: string | null;
  /** BCP 47; null = nobody said it. */
  readonly language: string | null;
}

export interface Member extends Person {
  /** In addresses of screens; unique in its crew, and the same when others of the name come or leave. */
  readonly key: string;
  /** The name, and the employer where another person of the name is, or was, on this crew. */
  readonly label: string;
  /** In the document: others were added, or only signed. */
  readonly isNamed: boolean;
  /** The worker whom their last answer named by id: such as by a card that was scanned. */
  readonly signedAs: { readonly id: string; readonly employer_name: string | null } | null;
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
  const names = [...here, ...notHere].map(({ name }) => foldedName(name));
  const isShared = (name: string): boolean => names.filter((each) => each === foldedName(name)).length > 1;
  const keys = new Map<string, number>();
  const members = here.map((each) => {
    const { employer_name: employer, language, state: briefed, signed_at: signedAt, own, entries, ...person } = each;
    const signedAs = workerNamed(own);
    return {
      ...person,
      employer,
      // Who signed in a language reads it.
      language: language ?? own.findLast(({ worker }) => worker.language)?.worker.language ?? null,
      key: uniqueIn(keys, keyOf(each)),
      label: isShared(person.name)
        ? withEmployer({ ...person, employer_name: employer ?? signedAs?.employer_name })
        : person.name,
      isNamed: entries.length > 0,
      signedAs,
      briefed,
      signedAt,
    };
  });
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

function workerNamed(own: readonly Answer[]): Member['signedAs'] {
  const worker = own.findLast((each) => each.worker.id)?.worker;
  return worker?.id ? { id: worker.id, employer_name: worker.employer_name ?? null } : null;
}

/**
 * By id who has one. By name and employer who is named in the document, and which of several there; and by the record who was added, so
 * that nobody is taken for somebody of the name who was added before, and left.
 */
function keyOf({ id, name, employer_name, namesake, addition }: OnCrew): string {
  if (id !== null) return `=${inAddress(id.toLowerCase())}`;
  const key = inAddress([name, employer_name].filter(Boolean).join(', ').toLowerCase());
  if (addition !== null) return `${key}+${inAddress(addition)}`;
  return namesake === 0 ? key : `${key}~${namesake + 1}`;
}

/** For names that differ in what no address shows. */
function uniqueIn(used: Map<string, number>, key: string): string {
  const count = (used.get(key) ?? 0) + 1;
  used.set(key, count);
  return count === 1 ? key : `${key}~~${count}`;
}

/** Dots alone would be a step up in an address, and half a surrogate pair has no place in one. */
export function inAddress(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('.', ',');
}
