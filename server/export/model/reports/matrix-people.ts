/** The people of a briefing matrix: everybody once for all documents (contract, Exports, EX65 and EX193). */
import { foldedName } from '../../../../shared/model/person-name.ts';
import { isSameEmployer, isSamePerson, unknownOf } from '../../../../shared/model/same-person.ts';
import type { BriefedDocument, PrintedPerson } from '../../report-input.ts';

export interface Someone {
  readonly id: string | null;
  readonly name: string;
  readonly employer_name: string | null;
  readonly trade: string | null;
  readonly byDocument: ReadonlyMap<BriefedDocument, PrintedPerson>;
}

interface Row extends Someone {
  /** As any of the documents writes it. */
  readonly names: readonly string[];
}

/**
 * Those who are described alike are one, also in other documents; then who is known less is found among those who are known better, where
 * it can be one of them only, and no other of the name can be that one. So the order of documents makes no difference.
 */
export function peopleOf(documents: readonly BriefedDocument[]): readonly Someone[] {
  const all = documents.flatMap((document) => keyed(document.people).map((each) => ({ document, ...each })));
  const alike = [...Map.groupBy(all, ({ key }) => key).values()].map(rowOf);
  const rows = new Set(alike.filter((each) => unknownOf(each) < 2));
  for (const level of [2, 3]) {
    const some = alike.filter((each) => unknownOf(each) === level);
    for (const [found, joining] of Map.groupBy(some, (each) => meantBy(each, [...rows]))) {
      const [only, ...others] = joining;
      if (!found || !only || others.length > 0) {
        for (const each of joining) rows.add(each);
        continue;
      }
      rows.delete(found);
      rows.add(joined(found, only));
    }
  }
  return [...rows].toSorted(
    (a, b) => a.name.localeCompare(b.name, 'en') || (a.employer_name ?? '').localeCompare(b.employer_name ?? '', 'en'),
  );
}

/** Of several who are described alike, each is another. */
function keyed(people: readonly PrintedPerson[]): { readonly key: string; readonly briefed: PrintedPerson }[] {
  const keyOf = ({ worker_id: id, name, employer_name: employer }: PrintedPerson): string =>
    JSON.stringify(id ? [id.toLowerCase()] : [foldedName(name), foldedName(employer ?? '')]);
  return [...Map.groupBy(people, keyOf)].flatMap(([key, alike]) =>
    alike
      .toSorted((a, b) => (a.namesake ?? 0) - (b.namesake ?? 0))
      .map((briefed, i) => ({ key: `${key} ${i}`, briefed })),
  );
}

function rowOf(own: readonly { readonly document: BriefedDocument; readonly briefed: PrintedPerson }[]): Row {
  const people = own
    .map(({ briefed }) => briefed)
    .toSorted((a, b) => unknownOf(a) - unknownOf(b) || a.name.localeCompare(b.name, 'en'));
  return {
    id: people[0]?.worker_id ?? null,
    name: people[0]?.name ?? '',
    names: people.map(({ name }) => name),
    employer_name: people[0]?.employer_name ?? null,
    trade: people.find(({ trade }) => trade)?.trade ?? null,
    byDocument: new Map(own.map(({ document, briefed }) => [document, briefed])),
  };
}

/** Who is named beside them in a document is another. */
function meantBy(sought: Row, rows: readonly Row[]): Row | undefined {
  const could = rows.filter(
    ({ id, names, employer_name, byDocument }) =>
      names.some((name) => isSamePerson({ id, name, employer_name }, sought)) &&
      [...sought.byDocument.keys()].every((document) => !byDocument.has(document)),
  );
  const colleagues = sought.employer_name ? could.filter((each) => isSameEmployer(each, sought)) : [];
  const [only, ...others] = colleagues.length > 0 ? colleagues : could;
  return others.length === 0 ? only : undefined;
}

function joined(known: Row, other: Row): Row {
  return {
    ...known,
    employer_name: known.employer_name || other.employer_name,
    trade: known.trade || other.trade,
    byDocument: new Map([...known.byDocument, ...other.byDocument]),
  };
}
