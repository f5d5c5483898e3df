/** Who has signed the printed version, who only an older one, and who none: by the rule by which the coverage counts. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import { isInForce } from '../../../../shared/model/validity.ts';
import { crewFrom } from '../../../../shared/resources/signoff/crew.ts';
import { isToSign, type NamedPerson } from '../../../../shared/resources/signoff/named-once.ts';
import { personAmong } from '../../../../shared/model/same-person.ts';
import { signingMoment } from '../../../../shared/resources/signoff/register-order.ts';
import { type Answer, type BriefedState, decisiveAmong } from '../../../../shared/resources/signoff/standing.ts';
import type { ExportInput } from '../../input.ts';
import { numberOf, objectOf, objectsOf, plain } from '../read.ts';

/** `older`: to be briefed again, because only an older version was signed. */
type Standing = 'signed' | 'older' | 'never' | 'declined';

export interface Person {
  readonly name: string;
  readonly employer: string;
  readonly role: string;
  readonly standing: Standing;
  /** The sign-off that the standing rests on, or the last that does not count. */
  readonly last: JsonObject | null;
  /** The person as the document names them, once for each role; empty for crew whom it does not name. */
  readonly entries: readonly JsonObject[];
  /** Whether they are on the crew, and so are to sign what is printed. */
  readonly isAwaited: boolean;
  readonly isGone: boolean;
}

/** People named in the document, then the rest of the crew. `signoffs` are in the order of time. */
export function peopleOf({ version, content, signoffs, crew = [] }: ExportInput): readonly Person[] {
  const entries = objectsOf(content['personnel']).map(namedPerson);
  const answers = signoffs.map((signoff) => answerOf(signoff, version));
  const { here, notHere } = crewFrom(entries, crew, answers);
  const people = [...here, ...notHere].map((person) => ({
    ...person,
    entries: [...person.entries],
    last: decisiveAmong(person.own) ?? person.own.at(-1),
    isGone: 'saidBy' in person,
  }));
  // Who is not to sign is named all the same, and may be on the crew for another reason.
  const others: (NamedPerson & { readonly entries: Printed[] })[] = [];
  for (const entry of entries.filter((each) => !isToSign(each))) {
    const sought = { ...entry, id: entry.person_id };
    const known = entry.name === '' ? undefined : (personAmong(people, sought) ?? personAmong(others, sought));
    if (known) known.entries.push(entry);
    else others.push({ ...sought, entries: [entry] });
  }
  for (const answer of answers.filter(({ status }) => status !== 'recorded' && status !== 'declined').toReversed()) {
    // What is void or a duplicate says nothing, but is what there is.
    const person = personAmong(people, answer.worker);
    if (person) person.last ??= answer;
  }
  const nobody = { state: 'missing', last: undefined, isGone: false } as const;
  return [
    ...people.map((each) => ({ ...each, isAwaited: !each.isGone })),
    ...others.map((each) => ({ ...each, ...nobody, isAwaited: false })),
  ]
    .toSorted((a, b) => placeOf(a.entries) - placeOf(b.entries))
    .map(({ name, employer_name, trade, state, last, entries: own, isGone, isAwaited }) => ({
      name,
      employer: employer_name ?? '',
      role: own[0]?.role || trade || '',
      standing: standings[state],
      last: last?.signoff ?? null,
      entries: own.map(({ entry }) => entry),
      isGone,
      isAwaited,
    }));

  function placeOf(own: readonly Printed[]): number {
    return own[0] ? entries.indexOf(own[0]) : entries.length;
  }
}

const standings: Readonly<Record<BriefedState, Standing>> = {
  current: 'signed',
  old: 'older',
  missing: 'never',
  declined: 'declined',
};

type Printed = NamedPerson & { readonly entry: JsonObject };

function namedPerson(entry: JsonObject): Printed {
  return {
    person_id: plain(entry['person_id']) || null,
    person_type: plain(entry['person_type']),
    role: plain(entry['role']),
    name: plain(entry['name']),
    employer_name: plain(entry['employer_name']) || null,
    trade: plain(entry['trade']) || null,
    entry,
  };
}

function answerOf(signoff: JsonObject, printed: number | null): Answer & { readonly signoff: JsonObject } {
  const worker = objectOf(signoff['worker']);
  const version = numberOf(signoff['document_version']);
  return {
    worker: {
      id: plain(worker['id']) || null,
      name: plain(worker['name']),
      employer_name: plain(worker['employer_name']) || null,
      trade: plain(worker['trade']) || null,
    },
    status: plain(signoff['status']) || 'recorded',
    // What is printed may be an older version; a signature counts on over minor changes.
    isCurrent: printed !== null && (version === printed || isInForce(signoff['currency'])),
    version,
    at: signingMoment(signoff) || null,
    signoff,
  };
}
